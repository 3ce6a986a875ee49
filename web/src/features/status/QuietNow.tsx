import { Button } from '@mantine/core';
import { IconMoonStars } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { comingTime } from '@/lib/comingTime.ts';
import { quietTexts as texts } from '@/texts/status.ts';
import { quietUntil, setQuiet } from './api.ts';
import { inMinutes, tomorrowMorning } from './periods.ts';
import classes from './status.module.css';

const choices = (now: Date) => [
  { label: texts.presets.half, at: inMinutes(now, 30) },
  { label: texts.presets.hour, at: inMinutes(now, 60) },
  { label: texts.presets.two, at: inMinutes(now, 120) },
  { label: texts.presets.morning, at: tomorrowMorning(now) },
];

/** Left alone from now on, until a moment or until it is switched off. */
export function QuietNow() {
  const client = useQueryClient();
  const me = useMe();
  const now = new Date();
  const until = quietUntil(me?.quiet, now.getTime());
  const { mutate, isPending, error } = useMutation({
    mutationFn: (at: Date | null) => setQuiet(client, { until: at?.toISOString() ?? null }),
  });
  return (
    <div className={classes.now}>
      <FormAlert message={error ? messageOf(error) : null} />
      <p role="status" className={classes.state}>
        {until ? (
          <>
            <IconMoonStars size={18} aria-hidden="true" />
            {texts.until(comingTime(until, now))}
          </>
        ) : (
          texts.none
        )}
      </p>
      <div className={classes.presets}>
        {choices(now).map(({ label, at }) => (
          <Button key={label} variant="default" disabled={isPending} onClick={() => mutate(at)}>
            {label}
          </Button>
        ))}
        {until && (
          <Button variant="default" disabled={isPending} onClick={() => mutate(null)}>
            {texts.off}
          </Button>
        )}
      </div>
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Card } from '@/components/Card.tsx';
import { Toggle } from '@/components/choices.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useChosen } from '@/hooks/useChosen.ts';
import { pushTexts as texts } from '@/texts/push.ts';
import { pushState, turnOff, turnOn } from './device.ts';

/** Push messages to this browser. What the browser allows may change beside the page. */
export function PushSettings({ person }: { person: number }) {
  const client = useQueryClient();
  const queryKey = ['push', person];
  const { data: state } = useQuery({ queryKey, queryFn: () => pushState(person), staleTime: 0 });
  useEffect(() => onPermission(() => client.invalidateQueries({ queryKey: ['push'] })), [client]);
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn(person) : turnOff()),
    onSuccess: (next) => client.setQueryData(queryKey, next),
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const [chosen, choose] = useChosen(change);
  const failed = change.isError && (change.variables ? texts.failed : texts.notOff);
  return (
    <Card id="push" title={texts.title} text={texts.text}>
      {state && (
        <Toggle
          label={texts.here}
          hint={chosen !== undefined ? texts.working : texts[state]}
          checked={chosen ?? state === 'on'}
          disabled={state === 'unsupported' || state === 'denied'}
          onChange={choose}
        />
      )}
      <FormAlert message={failed || null} />
    </Card>
  );
}

/** Calls back when the person changes their mind in the browser; answers how to stop. */
function onPermission(changed: () => void): () => void {
  let status: PermissionStatus | undefined;
  let stopped = false;
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (stopped) return;
      status = found;
      status.addEventListener('change', changed);
    })
    // Not every browser tells; the page asks again when it is opened the next time.
    .catch(() => undefined);
  return () => {
    stopped = true;
    status?.removeEventListener('change', changed);
  };
}

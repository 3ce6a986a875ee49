import { Button, TextInput } from '@mantine/core';
import { IconMoodSmile, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { RadioList } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { useMe } from '@/features/accounts/api.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { comingTime } from '@/lib/comingTime.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { statusTexts as texts } from '@/texts/status.ts';
import { setStatus, standing } from './api.ts';
import { endOf, PERIODS, type Period } from './periods.ts';
import classes from './status.module.css';

const EmojiSheet = lazy(() =>
  loadPart(async () => (await import('@/features/chat/pickers.tsx')).emojiSheet()),
);

const TEXT_MAX = 100;

/** What I say of myself: words, an emoji, and until when. */
export default function StatusDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const me = useMe();
  const [held] = useState(() => standing(me?.status, Date.now()));
  const [text, setText] = useState(held?.text ?? '');
  const [emoji, setEmoji] = useState(held?.emoji ?? null);
  const [picker, setPicker] = useState<Element | null>(null);
  const kept = held?.until ?? null;
  const periods = [
    ...(kept
      ? [{ value: 'kept' as const, label: texts.periods.kept(comingTime(kept, new Date())) }]
      : []),
    ...PERIODS.map((value) => ({ value, label: texts.periods[value] })),
  ];
  const untilOf = (values: FormData) => {
    const period = textOf(values, 'until') as Period | 'kept';
    return period === 'kept' ? kept : (endOf(period, new Date())?.toISOString() ?? null);
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className={classes.hint}>{texts.hint}</p>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => ({
          text: emoji || textOf(values, 'text') ? undefined : texts.missing,
        })}
        send={(values) =>
          setStatus(client, { text: textOf(values, 'text') || null, emoji, until: untilOf(values) })
        }
        done={() => {
          onClose();
          toast({ type: 'success', message: texts.saved });
        }}
      >
        {(field) => (
          <>
            <div className={classes.say}>
              <button
                type="button"
                className={classes.emoji}
                aria-label={emoji ? `${texts.chooseEmoji}: ${emoji}` : texts.chooseEmoji}
                aria-haspopup="dialog"
                onClick={(event) => setPicker(event.currentTarget)}
              >
                {emoji ?? <IconMoodSmile size={22} aria-hidden="true" />}
              </button>
              <TextInput
                label={texts.text}
                placeholder={texts.textExample}
                maxLength={TEXT_MAX}
                autoComplete="off"
                data-autofocus
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                {...field('text')}
              />
              {emoji && (
                <button
                  type="button"
                  className={classes.drop}
                  aria-label={texts.dropEmoji}
                  title={texts.dropEmoji}
                  onClick={() => setEmoji(null)}
                >
                  <IconX size={18} aria-hidden="true" />
                </button>
              )}
            </div>
            <fieldset className={classes.offered} aria-label={texts.suggestions}>
              {texts.offered.map((one) => (
                <button
                  key={one.text}
                  type="button"
                  className={classes.offer}
                  onClick={() => {
                    setText(one.text);
                    setEmoji(one.emoji);
                  }}
                >
                  <span aria-hidden="true">{one.emoji}</span> {one.text}
                </button>
              ))}
            </fieldset>
            <RadioList
              label={texts.until}
              name="until"
              options={periods}
              defaultValue={kept ? 'kept' : held ? 'open' : 'day'}
            />
            {held && (
              <Button
                variant="subtle"
                color="red.9"
                className={classes.remove ?? ''}
                onClick={() =>
                  void setStatus(client, { text: null, emoji: null, until: null }).then(
                    () => {
                      onClose();
                      toast({ type: 'success', message: texts.removed });
                    },
                    () => {},
                  )
                }
              >
                {texts.remove}
              </Button>
            )}
          </>
        )}
      </Form>
      {picker && (
        <Suspense>
          <EmojiSheet
            anchor={picker}
            onClose={() => setPicker(null)}
            onPick={(one) => {
              setPicker(null);
              setEmoji(one);
            }}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

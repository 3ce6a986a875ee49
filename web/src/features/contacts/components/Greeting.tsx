import { Textarea } from '@mantine/core';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { contactsSaid, personActionTexts as texts } from '@/texts/contacts.ts';
import { contactCalls, GREETING_MAX } from '../api.ts';
import { inWords, sayContacts, useRefreshContacts } from '../useContactCall.ts';

type GreetingProps = { userId: number; name: string; onClose: () => void };

/** A request with a few words of one's own. */
export default function Greeting({ userId, name, onClose }: GreetingProps) {
  const refresh = useRefreshContacts();
  return (
    <Dialog title={texts.greetTitle(name)} onClose={onClose}>
      <Form
        submit={texts.send}
        onCancel={onClose}
        send={(values) => inWords(contactCalls.request(userId, textOf(values, 'message')))}
        done={(said) => {
          onClose();
          sayContacts(said?.message || contactsSaid.request);
          void refresh([['messages']]);
        }}
      >
        {(field) => (
          <Textarea
            data-autofocus
            rows={4}
            maxLength={GREETING_MAX}
            label={texts.greeting}
            description={texts.greetingHint}
            {...field('message')}
          />
        )}
      </Form>
    </Dialog>
  );
}

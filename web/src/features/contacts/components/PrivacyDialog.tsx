import { Form } from '@/area/Form.tsx';
import { RadioList } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { textOf } from '@/hooks/useSubmit.ts';
import { contactsFailed, contactsSaid, privacyTexts as texts } from '@/texts/contacts.ts';
import { contactCalls } from '../api.ts';
import type { Contact, EventSetting, FeedSetting } from '../types.ts';
import { inWords, sayContacts, useRefreshContacts } from '../useContactCall.ts';

const optionsOf = <Value extends string>(all: Record<Value, { label: string }>) =>
  (Object.keys(all) as Value[]).map((value) => ({ value, label: all[value].label }));

/** What a contact may see of mine. */
export default function PrivacyDialog({
  contact,
  onClose,
}: {
  contact: Contact;
  onClose: () => void;
}) {
  const refresh = useRefreshContacts();
  const { feedSetting, eventSetting } = contact.privacySettings;
  return (
    <Dialog title={texts.title(contact.user.displayName)} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        send={(values) =>
          inWords(
            contactCalls.setPrivacy(contact.id, {
              feedSetting: textOf(values, 'feedSetting') as FeedSetting,
              eventSetting: textOf(values, 'eventSetting') as EventSetting,
            }),
            contactsFailed.privacy,
          )
        }
        done={() => {
          onClose();
          sayContacts(contactsSaid.privacy);
          void refresh();
        }}
      >
        {(field) => (
          <>
            <RadioList
              label={texts.feed}
              options={optionsOf(texts.feedOptions)}
              defaultValue={feedSetting}
              {...field('feedSetting')}
            />
            <RadioList
              label={texts.event}
              options={optionsOf(texts.eventOptions)}
              defaultValue={eventSetting}
              {...field('eventSetting')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

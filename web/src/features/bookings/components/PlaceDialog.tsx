import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from '@/area/Form.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { resourceFormTexts, locationTexts as texts } from '@/texts/bookingsManage.ts';
import { bookableQuery, bookingCalls, settingsAnew } from '../api.ts';
import type { PlaceAt } from '../places.ts';

/** As long as the server takes (actors/src/bookings/bookables.rs). */
const LONGEST = 200;

type PlaceDialogProps = { at: PlaceAt; onClose: () => void };

/** Another place for all that is written to be at one. */
export default function PlaceDialog({ at, onClose }: PlaceDialogProps) {
  const client = useQueryClient();
  return (
    <Dialog title={at.place ? texts.changeOf(at.place) : texts.set} onClose={onClose}>
      <Form
        submit={texts.save}
        onCancel={onClose}
        check={(values) => ({ place: textOf(values, 'place') ? undefined : texts.missing })}
        send={async (values) => {
          const place = textOf(values, 'place');
          try {
            for (const { idBookable } of at.bookables) {
              // As it stands by now: a second try begins where the first one ended.
              const query = { ...bookableQuery(idBookable), staleTime: 0 };
              const one = await client.fetchQuery(query);
              if (one.place !== place) await bookingCalls.relocate(one, place);
            }
          } finally {
            await settingsAnew(client);
          }
        }}
        done={() => {
          onClose();
          toast({ type: 'success', message: texts.saved });
        }}
      >
        {(field) => (
          <>
            <p>{texts.concerns(at.bookables.map(({ name }) => name))}</p>
            <TextInput
              label={resourceFormTexts.place}
              description={texts.placeHint}
              maxLength={LONGEST}
              defaultValue={at.place}
              data-autofocus
              {...field('place')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

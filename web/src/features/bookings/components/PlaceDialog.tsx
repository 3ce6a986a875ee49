import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '@/area/Form.tsx';
import { WhereField } from '@/area/WhereField.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { resourceFormTexts, locationTexts as texts } from '@/texts/bookingsManage.ts';
import { bookableQuery, bookingCalls, settingsAnew } from '../api.ts';
import { chosenIn, guideOf, inALine, linkOf, PLACE, type PlaceAt } from '../places.ts';

type PlaceDialogProps = { at: PlaceAt; onClose: () => void };

/** Another place for all that is written to be at one. */
export default function PlaceDialog({ at, onClose }: PlaceDialogProps) {
  const client = useQueryClient();
  const [place, setPlace] = useState(at.place);
  const [guide, setGuide] = useState(() => guideOf(at.bookables.find((one) => one.idInfopoint)));
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
              const to = { place, ...linkOf(place, guide) };
              if (one.place !== place || one.idInfopoint !== to.idInfopoint) {
                await bookingCalls.relocate(one, to);
              }
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
            <WhereField
              label={resourceFormTexts.place}
              description={texts.placeHint}
              maxLength={PLACE}
              value={place}
              data-autofocus
              onType={setPlace}
              onChoose={(chosen) => {
                setPlace(inALine(chosen));
                setGuide(chosenIn(chosen));
              }}
              {...field('place')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

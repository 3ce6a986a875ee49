import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChosenPeople, withChoice } from '@/area/ChosenPeople.tsx';
import { Form } from '@/area/Form.tsx';
import type { Choice } from '@/area/Picker.tsx';
import { RelationTypesField } from '@/area/RelationTypesField.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { ContactPicker } from '@/features/contacts/pickers.tsx';
import { PersonPicker } from '@/features/entities/pickers.tsx';
import { inviteTexts as texts } from '@/texts/enrollment.ts';
import { calendarKey } from '../api.ts';
import { useGroups } from '../useCalendar.ts';
import { enrollmentCalls, type Invited, type Invitees, type Occurrence } from './api.ts';
import { ChannelPicker } from './ChannelPicker.tsx';

type InviteDialogProps = { of: Occurrence; calendarUUID: string; onClose: () => void };
type Relation = NonNullable<Invitees['relationTypes']>[number];

/** Asks people to come: by name, by what they are to the organisation, or all who read a channel. */
export default function InviteDialog({ of, calendarUUID, onClose }: InviteDialogProps) {
  const client = useQueryClient();
  const { calendars } = useGroups();
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const [people, setPeople] = useState<Choice[]>([]);
  const [channel, setChannel] = useState<Choice | null>(null);
  const [outcome, setOutcome] = useState<Invited | null>(null);
  const calendar = calendars.find((one) => one.calendarUUID === calendarUUID);
  const idEntity = calendar?.idEntity ?? null;
  const entity = organisations.find((one) => one.idEntity === idEntity);

  const pick = (choice: Choice | null) =>
    choice && setPeople((before) => withChoice(before, choice));
  const relationsOf = (values: FormData) => values.getAll('relationTypes') as Relation[];

  if (outcome) return <Outcome outcome={outcome} onClose={onClose} />;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Form
        submit={texts.send}
        onCancel={onClose}
        check={(values) => ({
          userIds:
            people.length > 0 || channel || relationsOf(values).length > 0
              ? undefined
              : texts.nobody,
        })}
        send={(values) =>
          enrollmentCalls.invite(of, {
            userIds: people.map(({ value }) => Number(value)),
            relationTypes: relationsOf(values),
            ...(channel && { idChannel: Number(channel.value) }),
          })
        }
        done={(done) => {
          setOutcome(done);
          void client.invalidateQueries({ queryKey: calendarKey });
        }}
      >
        {(field) => {
          // Whom one has chosen stands below; the field itself sends nothing.
          const { error } = field('userIds');
          return (
            <>
              <input type="hidden" name="userIds" value={people.map(({ value }) => value).join()} />
              {idEntity === null ? (
                <ContactPicker clears label={texts.contact} error={error} onPick={pick} />
              ) : (
                <PersonPicker
                  clears
                  idEntity={idEntity}
                  label={texts.person}
                  error={error}
                  onPick={pick}
                />
              )}
              <ChosenPeople
                people={people}
                label={texts.chosen}
                remove={texts.remove}
                onChange={setPeople}
              />
              <ChannelPicker
                label={texts.channel}
                description={texts.channelHint}
                name="idChannel"
                error={field('idChannel').error}
                onPick={setChannel}
              />
              {idEntity !== null && (
                <RelationTypesField
                  all
                  label={texts.relations}
                  hint={entity && texts.relationsHint(entity.entityName)}
                />
              )}
            </>
          );
        }}
      </Form>
    </Dialog>
  );
}

function Outcome({ outcome, onClose }: { outcome: Invited; onClose: () => void }) {
  const { invited, already, refused } = outcome;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div role="status">
        <p>{texts.invited(invited)}</p>
        {already > 0 && <p>{texts.already(already)}</p>}
        {refused > 0 && <p>{texts.refused(refused)}</p>}
      </div>
    </Dialog>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { isSchool } from '@/lib/schools.ts';
import { hoursTexts as texts } from '@/texts/bookingsManage.ts';
import { type HoursOf, hoursQuery, settingsAnew } from '../api.ts';
import type { BookableAvailability } from '../types.ts';
import { HoursForm } from './HoursForm.tsx';

/** Opening hours as they stand, to be changed. */
export function Hours({ of, idEntity }: { of: HoursOf; idEntity: number }) {
  const { data, error, refetch } = useQuery(hoursQuery(of));
  // Whoever changes them belongs to the organisation.
  const { data: mine } = useQuery(myEntitiesQuery);
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  const school = mine?.find((one) => one.idEntity === idEntity);
  return (
    <Begun
      of={of}
      school={school !== undefined && isSchool(school)}
      first={data}
      reload={async () => (await refetch()).data}
    />
  );
}

type BegunProps = {
  of: HoursOf;
  school: boolean;
  first: BookableAvailability;
  reload: () => Promise<BookableAvailability | undefined>;
};

/** What others change meanwhile does not move what is being written: it is met when it is saved. */
function Begun({ of, school, first, reload }: BegunProps) {
  const client = useQueryClient();
  const [held, setHeld] = useState(first);
  const again = async () => setHeld((await reload()) ?? held);
  return (
    <HoursForm
      key={held.version}
      of={of}
      school={school}
      hours={held}
      onDone={async (saved) => {
        setHeld(saved);
        toast({ type: 'success', message: texts.saved });
        await settingsAnew(client);
      }}
      onReload={() => void again()}
    />
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { Toggle } from '@/components/choices.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useChosen } from '@/hooks/useChosen.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery } from '../api.ts';

const texts = accountTexts.settings;

/** Whether what I miss in the chat is mailed to me. */
export function MissedSettings({ me }: { me: User }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (mailMissed: boolean) => api.patch<User>('/api/v1/me', { mailMissed }),
    onSuccess: (user) => client.setQueryData(meQuery.queryKey, user),
  });
  const [chosen, choose] = useChosen(save);
  return (
    <Card id="missed-mail" title={texts['missed-mail']}>
      <FormAlert message={save.error ? messageOf(save.error) : null} />
      <Toggle
        label={texts.mailMissed}
        hint={texts.mailMissedHint}
        checked={chosen ?? me.mailMissed}
        onChange={choose}
      />
    </Card>
  );
}

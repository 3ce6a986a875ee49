import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { RadioList, Toggle } from '@/components/choices.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useChosen } from '@/hooks/useChosen.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { messagesTexts } from '@/texts/messages.ts';
import { meQuery } from '../api.ts';

type Visible = 'findable' | 'discoverable' | 'showMunicipality' | 'whoMayMessage' | 'showReadMarks';
const WHO = ['CONTACTS', 'SHARED_ORG', 'EVERYONE'] as const;

const texts = accountTexts.settings;

/** Who finds me, and what they see. Saved as soon as it is chosen. */
export function VisibilitySettings({ me }: { me: User }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (change: Partial<Pick<User, Visible>>) => api.patch<User>('/api/v1/me', change),
    onSuccess: (user) => client.setQueryData(meQuery.queryKey, user),
  });
  const [chosen, choose] = useChosen(save);
  const shown = { ...me, ...chosen };
  const change = (one: Partial<Pick<User, Visible>>) => choose({ ...chosen, ...one });
  return (
    <Card id="visibility" title={texts.visibility}>
      <FormAlert message={save.error ? messageOf(save.error) : null} />
      <Toggle
        label={texts.findable}
        hint={texts.findableHint}
        checked={shown.findable}
        onChange={(findable) => change({ findable })}
      />
      <Toggle
        label={texts.discoverable}
        hint={texts.discoverableHint}
        checked={shown.discoverable}
        onChange={(discoverable) => change({ discoverable })}
      />
      <Toggle
        label={texts.showMunicipality}
        hint={texts.showMunicipalityHint}
        checked={shown.showMunicipality}
        onChange={(showMunicipality) => change({ showMunicipality })}
      />
      <RadioList
        label={messagesTexts.who}
        hint={messagesTexts.whoHint}
        options={WHO.map((value) => ({ value, label: messagesTexts.whoOptions[value] }))}
        value={shown.whoMayMessage}
        onChange={(whoMayMessage) => change({ whoMayMessage })}
      />
      <Toggle
        label={messagesTexts.readMarks}
        hint={messagesTexts.readMarksHint}
        checked={shown.showReadMarks}
        onChange={(showReadMarks) => change({ showReadMarks })}
      />
    </Card>
  );
}

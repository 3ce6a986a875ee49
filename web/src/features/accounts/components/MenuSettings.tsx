import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { DisplayFlags, User } from '@/api/types.ts';
import { inSlot } from '@/area/slots.ts';
import { Card } from '@/components/Card.tsx';
import { Toggle } from '@/components/choices.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { useChosen } from '@/hooks/useChosen.ts';
import { isDisplayed, shownFlags } from '@/lib/displayed.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery } from '../api.ts';

const texts = accountTexts.settings;

/** Which areas the menus show, of those that there are. Saved as soon as it is chosen. */
export function MenuSettings({ me }: { me: User }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (displayFlags: Partial<DisplayFlags>) =>
      api.patch<User>('/api/v1/me', { displayFlags }),
    onSuccess: (user) => client.setQueryData(meQuery.queryKey, user),
  });
  const [chosen, choose] = useChosen(save);
  const flags: DisplayFlags = { ...me.displayFlags, ...chosen };
  const labels = new Map(inSlot('home').map(({ id, label }) => [id, label]));
  return (
    <Card id="menus" title={texts.menus}>
      <p>{texts.menusText}</p>
      <FormAlert message={save.error ? messageOf(save.error) : null} />
      {shownFlags.map(({ section, flag }) => (
        <Toggle
          key={flag}
          label={labels.get(section) ?? texts.menuNames[section] ?? section}
          hint={texts.menuHints[section] ?? ''}
          checked={isDisplayed(section, flags)}
          onChange={(on) => choose({ ...chosen, [flag]: on })}
        />
      ))}
    </Card>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@/api/types.ts';
import { PictureField } from '@/area/PictureField.tsx';
import { Card } from '@/components/Card.tsx';
import { toast } from '@/components/toast.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery } from '../api.ts';

const texts = accountTexts.settings;

export function PictureSettings({ me }: { me: User }) {
  const client = useQueryClient();
  return (
    <Card id="picture" title={texts.picture}>
      <PictureField<User>
        name={me.displayName}
        image={me.profileImage}
        hint={texts.pictureHint}
        path="/api/v1/me/image"
        onSaved={(user) => {
          client.setQueryData(meQuery.queryKey, user);
          toast({ type: 'success', message: texts.pictureSaved });
        }}
      />
    </Card>
  );
}

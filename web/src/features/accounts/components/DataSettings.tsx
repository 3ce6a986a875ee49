import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { Card } from '@/components/Card.tsx';
import { Confirm } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { once } from '@/lib/once.ts';
import { accountTexts } from '@/texts/accounts.ts';
import { meQuery } from '../api.ts';
import classes from './settings.module.css';

const texts = accountTexts.settings;
const day = once(() => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'long' }));

/** One's own data: a copy of it, and its end. */
export function DataSettings({ me }: { me: User }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (erase: boolean) => api.delete<User>(erase ? '/api/v1/me' : '/api/v1/me/erasure'),
    onSuccess: (user) => client.setQueryData(meQuery.queryKey, user),
    onSettled: () => setAsking(false),
  });

  return (
    <Card id="data" title={texts.data} text={texts.dataText}>
      <FormAlert message={change.error ? messageOf(change.error) : null} />
      {me.erasureAt && (
        <p className={classes.erasure} role="status">
          {texts.erasureAt(day().format(new Date(me.erasureAt)))}
        </p>
      )}
      <div className={classes.buttons}>
        <Button component="a" href="/api/v1/me/export" download variant="default">
          {texts.export}
        </Button>
        {me.erasureAt ? (
          <Button loading={change.isPending} onClick={() => change.mutate(false)}>
            {texts.keep}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.erase}
          </Button>
        )}
      </div>
      {asking && (
        <Confirm
          danger
          title={texts.eraseTitle}
          text={texts.eraseText}
          action={texts.erase}
          pending={change.isPending}
          onConfirm={() => change.mutate(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

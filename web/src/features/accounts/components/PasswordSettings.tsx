import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { Card } from '@/components/Card.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { accountTexts } from '@/texts/accounts.ts';
import { requestReset } from '../api.ts';
import classes from './settings.module.css';

const texts = accountTexts.settings;

/** The same way as a forgotten one: who holds the mailbox holds the account. */
export function PasswordSettings({ email }: { email: string }) {
  const send = useMutation({ mutationFn: () => requestReset(email) });
  return (
    <Card id="password" title={texts.password} text={texts.passwordText(email)}>
      <FormAlert message={send.error ? messageOf(send.error) : null} />
      {send.isSuccess ? (
        <p role="status">{texts.passwordSent}</p>
      ) : (
        <Button
          className={classes.save}
          variant="default"
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {texts.passwordSend}
        </Button>
      )}
    </Card>
  );
}

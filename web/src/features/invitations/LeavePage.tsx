import { Button } from '@mantine/core';
import { IconCircleCheck, IconLinkOff, IconMailOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import classes from '@/components/AccountFrame.module.css';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { leaveTexts as texts } from '@/texts/invitations.ts';
import { inviteCalls } from './api.ts';

const NOT_FOUND = 404;

/** /inbjudan/avanmal/{token}: opening it changes nothing, for scanners open every link of a mail; the button does. */
export default function LeavePage() {
  const { token = '' } = useParams();
  const leave = useMutation({ mutationFn: () => inviteCalls.leave(token) });
  const { error } = leave;
  const isWrong = error instanceof ApiError && error.status === NOT_FOUND;
  usePageTitle(leave.isSuccess ? texts.doneTitle : isWrong ? texts.failedTitle : texts.title);
  if (leave.isSuccess || isWrong) {
    const Icon = isWrong ? IconLinkOff : IconCircleCheck;
    return (
      <AccountFrame
        title={isWrong ? texts.failedTitle : texts.doneTitle}
        text={isWrong ? texts.failed : texts.doneText}
        icon={<Icon size={28} stroke={1.5} />}
      >
        <div className={classes.actions}>
          <Button component={Link} to="/" variant="default">
            {texts.home}
          </Button>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title={texts.title}
      text={texts.text}
      icon={<IconMailOff size={28} stroke={1.5} />}
    >
      <FormAlert message={error ? messageOf(error) : null} />
      <div className={classes.actions}>
        <Button loading={leave.isPending} onClick={() => leave.mutate()}>
          {texts.submit}
        </Button>
      </div>
    </AccountFrame>
  );
}

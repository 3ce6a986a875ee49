import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import classes from '@/components/AccountFrame.module.css';
import { AccountFrame } from '@/components/AccountFrame.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loginPath, rememberedPath } from '@/lib/nextPath.ts';
import { clearSession } from '@/lib/session.ts';
import { accountTexts } from '@/texts/accounts.ts';

const texts = accountTexts.loggedOut;

/** Where every 401 leads. */
export function LoggedOutPage() {
  usePageTitle(texts.title);
  useEffect(clearSession, []);
  return (
    <AccountFrame title={texts.title} text={texts.text} icon={<IconLock size={28} stroke={1.5} />}>
      <div className={classes.actions}>
        <Button component={Link} to={loginPath(rememberedPath())}>
          {texts.submit}
        </Button>
      </div>
    </AccountFrame>
  );
}

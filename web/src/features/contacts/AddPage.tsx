import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileImport } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card } from '@/components/Card.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { addTexts as texts } from '@/texts/contacts.ts';
import { AddMe } from './components/AddMe.tsx';
import classes from './components/contacts.module.css';
import { InviteForm } from './components/InviteForm.tsx';
import { CONTACTS, IMPORT_CONTACTS } from './paths.ts';

/** Ways to become contacts: beside each other, by mail or SMS, from a phone's own list. */
export default function AddPage() {
  usePageTitle(texts.title);
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.title}
        </h1>
        <BackLink />
      </div>
      <AddMe />
      <InviteForm />
      <Card id="import" title={texts.import.title} text={texts.import.text}>
        <Button
          component={Link}
          to={IMPORT_CONTACTS}
          variant="default"
          leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden="true" />}
        >
          {texts.import.go}
        </Button>
      </Card>
    </div>
  );
}

export function BackLink() {
  return (
    <Button
      component={Link}
      to={CONTACTS}
      variant="subtle"
      leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />}
    >
      {texts.back}
    </Button>
  );
}

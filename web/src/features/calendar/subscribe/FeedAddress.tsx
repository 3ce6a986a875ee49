import { Button, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { subscribeTexts as texts } from '@/texts/subscribe.ts';
import { webcal } from './feeds.ts';
import classes from './subscribe.module.css';

type FeedAddressProps = { label: string; copy: string; address: string };

/** An address to give to a program. */
export function FeedAddress({ label, copy, address }: FeedAddressProps) {
  // A toast would stay behind the dialog.
  const [said, setSaid] = useState('');
  return (
    <div className={classes.address}>
      <TextInput
        readOnly
        label={label}
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          aria-label={copy}
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() =>
            void navigator.clipboard.writeText(address).then(
              () => setSaid(texts.copied),
              () => setSaid(texts.copyFailed),
            )
          }
        >
          {texts.copy}
        </Button>
        <Button
          component="a"
          href={webcal(address)}
          variant="default"
          leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
        >
          {texts.add}
        </Button>
      </div>
      <p className={classes.said} role="status">
        {said}
      </p>
    </div>
  );
}

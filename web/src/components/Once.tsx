import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { onceTexts as texts } from '@/texts/tokens.ts';
import classes from './Once.module.css';

/** What is shown this once, until one says that one has it. */
export function Once({
  label,
  hint,
  value,
  onDone,
}: {
  label: string;
  hint: string;
  value: string;
  onDone: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => field.current?.focus(), []);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setSaid(texts.copied),
      () => setSaid(texts.notCopied),
    );
  return (
    <div className={classes.made}>
      <TextInput
        ref={field}
        label={label}
        description={hint}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <p role="status" className={classes.hint}>
        {said}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {texts.done}
        </Button>
        <Button leftSection={<IconCopy size={18} aria-hidden="true" />} onClick={() => void copy()}>
          {texts.copy}
        </Button>
      </div>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { RadioList } from '@/components/choices.tsx';
import { Dialog } from '@/components/Dialog.tsx';
import { scopeTexts as texts } from '@/texts/calendar.ts';
import { dialogTexts } from '@/texts/shell.ts';
import type { Scope } from '../types.ts';
import classes from './editor.module.css';

const SCOPES: Scope[] = ['this', 'future', 'all'];

type ScopeDialogProps = {
  title: string;
  danger?: boolean;
  onChoose: (scope: Scope) => void;
  onClose: () => void;
};

/** How much of a series is meant. */
export function ScopeDialog({ title, danger = false, onChoose, onClose }: ScopeDialogProps) {
  const [scope, setScope] = useState<Scope>('this');
  return (
    <Dialog title={title} onClose={onClose}>
      <RadioList
        label={texts.label}
        options={SCOPES.map((value) => ({ value, label: texts.options[value] }))}
        value={scope}
        onChange={setScope}
      />
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onClose}>
          {dialogTexts.cancel}
        </Button>
        <Button {...(danger && { color: 'red.9' })} onClick={() => onChoose(scope)}>
          {texts.go}
        </Button>
      </div>
    </Dialog>
  );
}

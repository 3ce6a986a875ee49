import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormAlert } from '@/components/FormAlert.tsx';
import { composerTexts as texts } from '@/texts/posting.ts';
import { dialogTexts } from '@/texts/shell.ts';
import { lengthOf, TEXT_MAX } from '../words.ts';
import { NameField } from './NameField.tsx';
import classes from './write.module.css';

type WriteFormProps = {
  label: string;
  /** The label is heard, not seen: it stands in the empty field. */
  plain?: boolean;
  rows: number;
  value: string;
  onChange: (value: string) => void;
  problem?: string | null;
  pending: boolean;
  submit: string;
  /** Also without a word: there is something else in it. */
  optional?: boolean;
  /** Something else of it is on its way. */
  waiting?: boolean;
  onSend: () => void;
  /** Without: there is nothing to leave. */
  onCancel?: () => void;
  /** It has just been opened to be written in. */
  focus?: boolean;
  /** Nothing is to be sent yet: its buttons wait as well. */
  quiet?: boolean;
  /** What else is asked, below the text. */
  children?: ReactNode;
};

/** A text and what sends it: what one has written is changed, a post is answered or passed on. */
export function WriteForm(props: WriteFormProps) {
  const { label, plain, rows, value, onChange, problem = null, pending, submit } = props;
  const { optional = false, waiting = false, onSend, onCancel, focus = false, quiet } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const length = lengthOf(value);
  const may = length <= TEXT_MAX && (length > 0 || optional) && !waiting;
  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus]);
  const send = () => {
    if (may && !pending) onSend();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormAlert message={problem} />
      <NameField
        field={field}
        label={label}
        {...(plain && { plain, placeholder: label })}
        rows={rows}
        value={value}
        error={length > TEXT_MAX ? texts.left(TEXT_MAX - length) : undefined}
        onChange={onChange}
        onSend={send}
      />
      {props.children}
      {!quiet && (
        <div className={classes.buttons}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {dialogTexts.cancel}
            </Button>
          )}
          <Button type="submit" loading={pending} disabled={!may}>
            {submit}
          </Button>
        </div>
      )}
    </form>
  );
}

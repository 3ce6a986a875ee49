import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { openTexts as texts } from '@/texts/bookingsOpen.ts';
import { widgetTexts } from '@/texts/widget.ts';
import { HEIGHTS, type Look, snippet, THEMES, USUAL } from '../open.ts';
import { openPath } from '../paths.ts';
import type { Bookable } from '../types.ts';
import classes from './manage.module.css';

type OpenPartProps = { bookable: Bookable; entitySlug: string };

/** The page on which everybody may book it, and the code that shows its times on another site's page. */
export function OpenPart({ bookable, entitySlug }: OpenPartProps) {
  const [look, setLook] = useState<Look>(USUAL);
  const { origin } = window.location;
  const address = `${origin}${openPath(entitySlug, bookable.slug)}`;
  const code = snippet(origin, bookable, look);
  return (
    <>
      <p className={classes.lead}>{bookable.guests ? texts.guests : texts.accounts}</p>
      <Copied text={address} label={texts.copy}>
        <TextInput
          readOnly
          label={texts.address}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Copied>
      <div className={classes.pair}>
        <NativeSelect
          label={widgetTexts.theme}
          data={THEMES.map((value) => ({ value, label: widgetTexts.themes[value] }))}
          value={look.theme}
          onChange={({ currentTarget }) =>
            setLook({ ...look, theme: currentTarget.value as Look['theme'] })
          }
        />
        <NativeSelect
          label={widgetTexts.height}
          data={HEIGHTS.map((n) => ({ value: String(n), label: widgetTexts.heights(n) }))}
          value={String(look.height)}
          onChange={({ currentTarget }) =>
            setLook({ ...look, height: Number(currentTarget.value) })
          }
        />
      </div>
      <Copied key={code} text={code} label={widgetTexts.copy}>
        <Textarea
          readOnly
          rows={4}
          label={widgetTexts.code}
          description={texts.codeHint}
          value={code}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Copied>
    </>
  );
}

type CopiedProps = { text: string; label: string; children: ReactNode };

/** A field with a button that copies it, and whether that went well. */
function Copied({ text, label, children }: CopiedProps) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(texts.copied),
      () => setSaid(widgetTexts.copyFailed),
    );
  return (
    <div className={classes.copied}>
      {children}
      <div className={classes.ways}>
        <Button
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {label}
        </Button>
        <p className={classes.faint} role="status">
          {said}
        </p>
      </div>
    </div>
  );
}

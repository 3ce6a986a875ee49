import { useMemo } from 'react';
import { RichText } from '@/components/RichText.tsx';
import { tokenize } from '@/lib/tokenize.ts';
import classes from './articles.module.css';

/** What an article says; a name in it is text like any other. */
export function ArticleText({ text }: { text: string }) {
  const blocks = useMemo(() => paragraphs(text).flatMap((part) => tokenize(part)), [text]);
  return (
    <div className={classes.body}>
      <RichText blocks={blocks} name={({ text: said }) => said} />
    </div>
  );
}

const FENCED = /(```[\s\S]*?```)/;

/** An empty line begins a new paragraph, though not within code. */
const paragraphs = (text: string): string[] =>
  text.split(FENCED).flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n\s*\n/)));

import { Button } from '@mantine/core';
import { Dialog } from '@/components/Dialog.tsx';
import { articleConflictTexts as texts } from '@/texts/articles.ts';
import type { Article } from '../types.ts';
import { ArticleText } from './ArticleText.tsx';
import classes from './articles.module.css';

type ArticleConflictProps = {
  theirs: Article;
  onKeep: () => void;
  onTake: () => void;
  onClose: () => void;
};

/** Somebody has changed the article meanwhile: theirs is shown, and a person chooses. */
export function ArticleConflict({ theirs, onKeep, onTake, onClose }: ArticleConflictProps) {
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
      <section className={classes.theirs} aria-label={texts.theirs} tabIndex={0}>
        <h3>{theirs.title}</h3>
        {theirs.preamble && <p>{theirs.preamble}</p>}
        <ArticleText text={theirs.body} />
      </section>
      <div className={classes.buttons}>
        <Button onClick={onKeep}>{texts.keepMine}</Button>
        <Button variant="default" onClick={onTake}>
          {texts.takeTheirs}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {texts.leave}
        </Button>
      </div>
    </Dialog>
  );
}

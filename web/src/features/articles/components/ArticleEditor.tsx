import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { CoverField } from '@/area/CoverField.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { WriteOrPreview } from '@/components/WriteOrPreview.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { articleEditorTexts as texts } from '@/texts/articles.ts';
import type { Article, Written } from '../types.ts';
import { useArticleEditor } from '../useArticleEditor.ts';
import { useWriters } from '../writers.ts';
import { ArticleConflict } from './ArticleConflict.tsx';
import { ArticleText } from './ArticleText.tsx';
import classes from './articles.module.css';

const TITLE_MAX = 150;
const PREAMBLE_MAX = 500;
const BODY_MAX = 50_000;
const ALT_MAX = 300;

type ArticleEditorProps = {
  /** null: a new one. */
  article: Article | null;
  /** In whose name; null: one's own. */
  idEntity: number | null;
};

const coverOf = (article: Article | null) => {
  if (!article?.coverImage) return null;
  const { url, ...cover } = article.coverImage;
  return { ...cover, src: `${url}&w=1024` };
};

/** An article is written: its words are kept on the device until the server has them. */
export function ArticleEditor({ article: old, idEntity }: ArticleEditorProps) {
  const editor = useArticleEditor(old, idEntity);
  const { article, written, errors, doing } = editor;
  const [previews, setPreviews] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const title = old ? texts.change : texts.create;
  const isOut = article?.status === 'PUBLISHED';
  usePageTitle(title);
  // The first field that is wrong, once its words stand beside it.
  useEffect(() => {
    const wrong = Object.keys(errors).map((name) => form.current?.elements.namedItem(name));
    const first = wrong.find((field) => field instanceof HTMLElement);
    if (first instanceof HTMLElement) first.focus();
  }, [errors]);
  const text = (name: keyof Written) => ({
    name,
    value: written[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      editor.change({ [name]: currentTarget.value }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What is wrong stands beside its field.
    setPreviews(false);
    const button = event.nativeEvent.submitter as HTMLButtonElement | null;
    void (button?.value === 'publish' ? editor.publish() : editor.save());
  };
  return (
    <div className={classes.page} data-tour="area">
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      {editor.restored && (
        <div className={classes.restored} role="status">
          {texts.restored}
          <Button variant="default" size="sm" onClick={editor.startOver}>
            {texts.startOver}
          </Button>
        </div>
      )}
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <FormAlert message={editor.message} />
        {!article && <NameSelect value={editor.name} onChange={(as) => editor.change({}, as)} />}
        <WriteOrPreview
          className={classes.modes}
          label={texts.mode}
          write={texts.write}
          preview={texts.preview}
          previews={previews}
          onChange={setPreviews}
        />
        {previews ? (
          <Preview written={written} />
        ) : (
          <>
            <TextInput label={texts.title} maxLength={TITLE_MAX} {...text('title')} />
            <Textarea
              label={texts.preamble}
              description={texts.preambleHint}
              rows={3}
              maxLength={PREAMBLE_MAX}
              {...text('preamble')}
            />
            <CoverField
              label={texts.cover}
              cover={coverOf(article)}
              hint={article ? texts.coverHint : `${texts.coverHint} ${texts.coverFirst}`}
              pending={doing === 'cover'}
              onChoose={(file) => void editor.setCover(file)}
              onRemove={() => void editor.removeCover()}
            >
              <TextInput
                label={texts.alt}
                description={texts.altHint}
                maxLength={ALT_MAX}
                {...text('coverAlt')}
              />
            </CoverField>
            <Textarea
              label={texts.body}
              description={texts.bodyHint}
              rows={18}
              maxLength={BODY_MAX}
              {...text('body')}
            />
          </>
        )}
        <div className={classes.buttons}>
          {isOut ? (
            <Button type="submit" loading={doing === 'save'}>
              {texts.saveChanges}
            </Button>
          ) : (
            <>
              <Button type="submit" value="publish" loading={doing === 'publish'}>
                {texts.publish}
              </Button>
              <Button type="submit" value="save" variant="default" loading={doing === 'save'}>
                {texts.save}
              </Button>
            </>
          )}
        </div>
      </form>
      {editor.theirs && (
        <ArticleConflict
          theirs={editor.theirs}
          onKeep={editor.keepMine}
          onTake={editor.takeTheirs}
          onClose={editor.leaveIt}
        />
      )}
    </div>
  );
}

type NameSelectProps = { value: number | null; onChange: (idEntity: number | null) => void };

/** In whose name it is written; chosen once. Nothing where there is only one's own. */
function NameSelect({ value, onChange }: NameSelectProps) {
  const me = useMe();
  const writers = useWriters() ?? [];
  if (writers.length === 0) return null;
  return (
    <NativeSelect
      label={texts.name}
      name="idEntity"
      value={String(value ?? '')}
      data={[
        { value: '', label: texts.me(me?.displayName ?? '') },
        ...writers.map(({ idEntity, entityName }) => ({
          value: String(idEntity),
          label: entityName,
        })),
      ]}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || null)}
    />
  );
}

function Preview({ written: { title, preamble, body } }: { written: Written }) {
  const nothing = !title.trim() && !preamble.trim() && !body.trim();
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      {nothing && <p className={classes.lead}>{texts.nothing}</p>}
      {title.trim() && <h2 className={classes.title}>{title}</h2>}
      {preamble.trim() && <p className={classes.preamble}>{preamble}</p>}
      <ArticleText text={body} />
    </section>
  );
}

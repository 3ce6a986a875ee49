import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { articleEditorTexts, articleTexts } from '@/texts/articles.ts';
import { articleCalls, articleKey, articlesKey, fetchArticle } from './api.ts';
import { keepDraft, nothing, readDraft, sameWords, writtenOf } from './draft.ts';
import { articlePath, editPath } from './paths.ts';
import type { Article, Written } from './types.ts';

const MOVED_ON = 'MOVED_ON';
const { said } = articleTexts;

export type Errors = Partial<Record<string, string>>;
type Doing = 'save' | 'publish' | 'cover';

/** An article while it is written: `old` as the server has it, null: it has none yet. */
export function useArticleEditor(old: Article | null, idEntity: number | null) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const what = old?.uuid ?? 'new';
  const first = old ? writtenOf(old) : nothing;
  const [kept] = useState(() => {
    const draft = readDraft(what);
    return draft && !sameWords(draft.written, first) ? draft : null;
  });
  const [article, setArticle] = useState(old);
  const [written, setWritten] = useState(kept?.written ?? first);
  const [name, setName] = useState(kept && !old ? kept.idEntity : idEntity);
  /** The version that what is written began with. */
  const [version, setVersion] = useState(kept?.version ?? old?.version ?? null);
  const [restored, setRestored] = useState(kept !== null);
  const [errors, setErrors] = useState<Errors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [theirs, setTheirs] = useState<Article | null>(null);
  const attempt = useRef({ key: '', content: '' });

  function change(patch: Partial<Written>, as = name) {
    const next = { ...written, ...patch };
    setWritten(next);
    setName(as);
    keepDraft(what, { written: next, idEntity: as, version });
  }

  /** The same words go out under the same key after a lost answer: they are never two articles. */
  function keyFor(content: string): string {
    if (attempt.current.content !== content)
      attempt.current = { key: crypto.randomUUID(), content };
    return attempt.current.key;
  }

  function took(now: Article) {
    setArticle(now);
    setVersion(now.version);
    client.setQueryData(articleKey(now.uuid), now);
    void client.invalidateQueries({ queryKey: [...articlesKey, 'list'] });
  }

  async function send(by: number | null): Promise<Article> {
    const now = article
      ? await articleCalls.change(article.uuid, written, by ?? article.version)
      : await articleCalls.create(written, name, keyFor(JSON.stringify({ written, name })));
    took(now);
    keepDraft(what, null);
    setRestored(false);
    return now;
  }

  async function refused(error: unknown) {
    if (!(error instanceof ApiError)) return setMessage(messageOf(error));
    if (article && error.code === MOVED_ON) {
      try {
        return setTheirs(await fetchArticle(article.uuid, true));
      } catch (unreachable) {
        return setMessage(messageOf(unreachable));
      }
    }
    const about = Object.fromEntries(
      error.errors.map(({ field, message: words }) => [field, words]),
    );
    const shown = Object.keys(about).filter((field) => field in nothing);
    setErrors(about);
    setMessage(shown.length > 0 ? null : error.message);
  }

  /** One thing at a time. `wrong`: what the form itself can tell. */
  async function run(step: Doing, wrong: Errors, call: () => Promise<void>) {
    if (doing) return;
    setErrors(wrong);
    setMessage(null);
    if (Object.keys(wrong).length > 0) return;
    setDoing(step);
    try {
      await call();
    } catch (error) {
      await refused(error);
    } finally {
      setDoing(null);
    }
  }

  const untitled: Errors = written.title.trim() ? {} : { title: articleEditorTexts.untitled };
  const empty: Errors = written.body.trim() ? {} : { body: articleEditorTexts.empty };

  const save = (by = version) =>
    run(
      'save',
      article?.status === 'PUBLISHED' ? { ...empty, ...untitled } : untitled,
      async () => {
        const isNew = article === null;
        const now = await send(by);
        const isOut = now.status === 'PUBLISHED';
        toast({ type: 'success', message: isOut ? said.changed : said.saved });
        if (isOut) void navigate(articlePath(now));
        else if (isNew) void navigate(editPath(now.uuid), { replace: true });
      },
    );

  const publish = () =>
    run('publish', { ...empty, ...untitled }, async () => {
      const saved = await send(version);
      try {
        const now = await articleCalls.publish(saved.uuid);
        took(now);
        toast({ type: 'success', message: said.published });
        void navigate(articlePath(now));
      } catch (error) {
        // It is a draft by now, with an address of its own.
        if (article) throw error;
        toast({ type: 'error', message: messageOf(error) });
        void navigate(editPath(saved.uuid), { replace: true });
      }
    });

  const setCover = (file: File) =>
    run('cover', untitled, async () => {
      const saved = article ?? (await send(null));
      tookCover(saved, await articleCalls.setCover(saved.uuid, file));
      if (!article) void navigate(editPath(saved.uuid), { replace: true });
    });

  const removeCover = () =>
    run('cover', {}, async () => {
      if (article) tookCover(article, await articleCalls.removeCover(article.uuid));
    });

  /** The picture alone has changed, unless somebody else has changed the text before: then what is written stays what it was begun with. */
  function tookCover(before: Article, now: Article) {
    const alone = now.version - before.version <= 1;
    setArticle(now);
    if (alone && (version === null || version === before.version)) {
      setVersion(now.version);
      if (readDraft(what)) keepDraft(what, { written, idEntity: name, version: now.version });
    }
    client.setQueryData(articleKey(now.uuid), now);
  }

  return {
    article,
    written,
    name,
    errors,
    message,
    doing,
    restored,
    theirs,
    change,
    save,
    publish,
    setCover,
    removeCover,
    startOver() {
      keepDraft(what, null);
      setWritten(article ? writtenOf(article) : nothing);
      setVersion(article?.version ?? null);
      setRestored(false);
    },
    keepMine() {
      if (!theirs) return;
      setTheirs(null);
      setArticle(theirs);
      setVersion(theirs.version);
      void save(theirs.version);
    },
    takeTheirs() {
      if (!theirs) return;
      took(theirs);
      setWritten(writtenOf(theirs));
      keepDraft(what, null);
      setRestored(false);
      setTheirs(null);
    },
    leaveIt: () => setTheirs(null),
  };
}

import { Button } from '@mantine/core';
import { IconDots, IconFlag, IconLink, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import { openReport } from '@/commands/events.ts';
import { Dropdown, dropdownItem } from '@/components/Dropdown.tsx';
import { toast } from '@/components/toast.ts';
import { useSignedIn } from '@/lib/session.ts';
import { reportLabel } from '@/texts/area.ts';
import { articleTexts as texts } from '@/texts/articles.ts';
import { articleCalls, articleKey, articlesKey } from '../api.ts';
import { ARTICLES, articlePath, editPath } from '../paths.ts';
import type { Article } from '../types.ts';
import classes from './articles.module.css';

/** What one may do with an article besides reading it. */
export function ArticleActions({ article }: { article: Article }) {
  const { uuid, abilities } = article;
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [asks, setAsks] = useState<'unpublish' | 'remove' | null>(null);
  const [pending, setPending] = useState(false);
  const changed = (now: Article) => {
    client.setQueryData(articleKey(uuid), now);
    void client.invalidateQueries({ queryKey: [...articlesKey, 'list'] });
  };
  async function publish() {
    setPending(true);
    try {
      changed(await articleCalls.publish(uuid));
      toast({ type: 'success', message: texts.said.published });
    } catch (error) {
      toast({ type: 'error', message: messageOf(error) });
    } finally {
      setPending(false);
    }
  }
  const copy = () =>
    navigator.clipboard
      .writeText(new URL(articlePath(article), window.location.href).href)
      .then(() => toast({ type: 'success', message: texts.said.copied }))
      .catch(() => {});
  const may = (ability: (typeof abilities)[number]) => abilities.includes(ability);
  return (
    <div className={classes.actions}>
      {may('PUBLISH') && (
        <Button loading={pending} onClick={() => void publish()}>
          {texts.actions.publish}
        </Button>
      )}
      {may('EDIT') && (
        <Button component={Link} to={editPath(uuid)} variant="default">
          {texts.actions.edit}
        </Button>
      )}
      {may('UNPUBLISH') && (
        <Button variant="default" onClick={() => setAsks('unpublish')}>
          {texts.actions.unpublish}
        </Button>
      )}
      <Dropdown
        className={classes.dots}
        name={texts.actions.more}
        label={<IconDots size={20} aria-hidden="true" />}
      >
        <button type="button" className={dropdownItem} onClick={() => void copy()}>
          <IconLink size={20} stroke={1.75} aria-hidden="true" />
          {texts.actions.copy}
        </button>
        {signedIn && !may('EDIT') && (
          <button
            type="button"
            className={dropdownItem}
            onClick={() => openReport({ targetType: 'ARTICLE', targetId: uuid })}
          >
            <IconFlag size={20} stroke={1.75} aria-hidden="true" />
            {reportLabel}
          </button>
        )}
        {may('DELETE') && (
          <button type="button" className={dropdownItem} onClick={() => setAsks('remove')}>
            <IconTrash size={20} stroke={1.75} aria-hidden="true" />
            {texts.actions.remove}
          </button>
        )}
      </Dropdown>
      {asks === 'unpublish' && (
        <ConfirmCall
          title={texts.unpublishTitle}
          text={texts.unpublishText}
          action={texts.actions.unpublish}
          call={() => articleCalls.unpublish(uuid)}
          said={texts.said.unpublished}
          onDone={changed}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'remove' && (
        <ConfirmCall
          danger
          title={texts.removeTitle}
          text={texts.removeText}
          action={texts.actions.remove}
          call={() => articleCalls.remove(uuid)}
          said={texts.said.removed}
          onDone={() => {
            void navigate(ARTICLES, { replace: true });
            client.removeQueries({ queryKey: articleKey(uuid) });
            void client.invalidateQueries({ queryKey: [...articlesKey, 'list'] });
          }}
          onClose={() => setAsks(null)}
        />
      )}
    </div>
  );
}

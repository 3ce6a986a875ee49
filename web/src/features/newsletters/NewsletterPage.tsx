import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { Page } from '@/components/Page.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { fullTime } from '@/lib/times.ts';
import { newsletterTexts as texts } from '@/texts/newsletters.ts';
import { newsletterQuery } from './api.ts';
import { NewsletterText } from './NewsletterText.tsx';
import classes from './newsletters.module.css';
import type { Newsletter } from './types.ts';

const NOT_FOUND = 404;
const isGone = (error: unknown) => error instanceof ApiError && error.status === NOT_FOUND;

/** /nyhetsbrev/{idEntity}/{idNewsletter}: where the bell and the mail lead. */
export default function NewsletterPage() {
  const { idEntity, idNewsletter } = useParams();
  const query = newsletterQuery(Number(idEntity), Number(idNewsletter));
  const { data, error, refetch } = useQuery(query);
  usePageTitle(data?.subject ?? texts.title);
  if (data) return <Read newsletter={data} />;
  if (isGone(error)) return <Gone />;
  if (error) return <ErrorState page error={error} onRetry={() => void refetch()} />;
  return <LoadingState />;
}

function Read({ newsletter }: { newsletter: Newsletter }) {
  const { idEntity, subject, body = '', entityName, entitySlug, created, pictures } = newsletter;
  const cell = `/settings/notifications?entity=${idEntity}&type=NEWSLETTER&channel=email`;
  return (
    <Page title={<span dir="auto">{subject}</span>} links={<Link to={cell}>{texts.settings}</Link>}>
      <p className={classes.faint}>
        {texts.from} <Link to={`/${entitySlug}`}>{entityName}</Link> ·{' '}
        <time dateTime={created}>{fullTime(created)}</time>
      </p>
      <NewsletterText text={body} pictures={pictures} />
    </Page>
  );
}

function Gone() {
  return (
    <EmptyState
      page
      title={texts.goneTitle}
      text={texts.gone}
      icon={<IconMail size={28} stroke={1.5} />}
    >
      <Button component={Link} to="/">
        {texts.home}
      </Button>
    </EmptyState>
  );
}

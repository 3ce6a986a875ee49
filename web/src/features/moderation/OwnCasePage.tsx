import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import { Form } from '@/area/Form.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { textOf } from '@/hooks/useSubmit.ts';
import { moderationTexts, ownCaseTexts as texts } from '@/texts/moderation.ts';
import { moderationCalls, ownCaseQuery } from './api.ts';
import classes from './components/moderation.module.css';
import { waitsAgain } from './fold.ts';
import type { OwnCase } from './types.ts';

/** /moderering/arende/{idCase}: what was decided about something of mine, and what I can say against it. */
export default function OwnCasePage() {
  const { idCase = '' } = useParams();
  const { data, error, refetch } = useQuery(ownCaseQuery(Number(idCase) || 0));
  usePageTitle(data?.targetType === 'PERSON' ? texts.titlePerson : texts.title);
  if (data) return <Decided one={data} />;
  if (data === null) {
    return (
      <EmptyState
        page
        title={texts.noneTitle}
        text={texts.none}
        icon={<IconShieldCheck size={28} stroke={1.5} />}
      >
        <Button component={Link} to="/">
          {moderationTexts.toStart}
        </Button>
      </EmptyState>
    );
  }
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function Decided({ one }: { one: OwnCase }) {
  const { targetType, outcome, content, path, objection } = one;
  const person = targetType === 'PERSON';
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {person ? texts.titlePerson : texts.title}
      </h1>
      {outcome && <p>{texts.outcomes[outcome]}</p>}
      {waitsAgain(one) && <p className={classes.outcome}>{texts.waiting}</p>}
      {!person && (
        <section className={classes.case} aria-label={texts.yours}>
          <h2 className={classes.heading}>{texts.yours}</h2>
          <blockquote className={classes.content} dir="auto">
            {content ?? <span className={classes.faint}>{texts.gone}</span>}
          </blockquote>
          {path && content && (
            <Link className={classes.show} to={path}>
              {texts.show}
            </Link>
          )}
        </section>
      )}
      {objection && (
        <section className={classes.objection} aria-label={texts.said}>
          <h2 className={classes.heading}>{texts.said}</h2>
          <p dir="auto">{objection.text}</p>
        </section>
      )}
      {one.canObject && <Objection one={one} />}
    </div>
  );
}

const OBJECTION_MAX = 1_000;
const CONFLICT = 409;

function Objection({ one: { idCase } }: { one: OwnCase }) {
  const client = useQueryClient();
  const { queryKey } = ownCaseQuery(idCase);
  const send = async (text: string): Promise<OwnCase | null> => {
    try {
      return await moderationCalls.object(idCase, text);
    } catch (error) {
      // Asked for elsewhere, or twice: it stands already.
      if (error instanceof ApiError && error.status === CONFLICT) return null;
      throw error;
    }
  };
  return (
    <section className={classes.case} aria-label={texts.object}>
      <h2 className={classes.heading}>{texts.object}</h2>
      <p>{texts.objectText}</p>
      <Form
        submit={texts.send}
        check={(values) => ({ text: textOf(values, 'text') ? undefined : texts.whyMissing })}
        send={(values) => send(textOf(values, 'text'))}
        done={(told) => {
          toast(
            told
              ? { type: 'success', message: texts.sent }
              : { type: 'info', message: texts.already },
          );
          if (told) client.setQueryData(queryKey, told);
          else void client.invalidateQueries({ queryKey });
        }}
      >
        {(field) => (
          <Textarea
            label={texts.why}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={OBJECTION_MAX}
            {...field('text')}
          />
        )}
      </Form>
    </section>
  );
}

import { Button, NativeSelect, Textarea } from '@mantine/core';
import { IconCalendar, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loginPath } from '@/lib/nextPath.ts';
import { useSignedIn } from '@/lib/session.ts';
import { widgetTexts as texts } from '@/texts/widget.ts';
import { calendarsQuery } from '../api.ts';
import { CALENDAR } from '../paths.ts';
import type { Calendar } from '../types.ts';
import { HEIGHTS, LIMITS, type Look, snippet, THEMES, USUAL, widgetAddress } from './snippet.ts';
import classes from './widget.module.css';

/** /widgets, and with ?calendar=… a calendar: the code that shows it on another site's page. */
export default function WidgetPage() {
  usePageTitle(texts.title);
  const signedIn = useSignedIn();
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {texts.title}
      </h1>
      <p className={classes.faint}>{texts.lead}</p>
      {signedIn ? <Mine /> : <Steps />}
      <nav className={classes.links} aria-label={texts.more}>
        <Link to="/docs/funktioner/kalender-pa-hemsida">{texts.docs}</Link>
        <Link to="/docs/api">{texts.api}</Link>
      </nav>
    </div>
  );
}

function Steps() {
  return (
    <section className={classes.part} aria-labelledby="steps">
      <h2 id="steps">{texts.steps}</h2>
      <ol>
        {texts.stepList.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className={classes.links}>
        <Link to={loginPath('/widgets')}>{texts.signIn}</Link>
      </p>
    </section>
  );
}

/** What a stranger sees at its address. */
const isOpen = ({ visibility, busyOnly }: Calendar) =>
  !busyOnly && (visibility === 'PUBLIC' || visibility === 'UNLISTED');

function Mine() {
  const calendars = useQuery(calendarsQuery);
  const { data: organisations = [] } = useQuery(myEntitiesQuery);
  const [params, setParams] = useSearchParams();
  if (calendars.isPending) return <LoadingState />;
  if (!calendars.data) {
    return <ErrorState error={calendars.error} onRetry={() => void calendars.refetch()} />;
  }
  const open = calendars.data.filter(isOpen);
  const asked = params.get('calendar');
  const chosen = open.find(({ calendarUUID }) => calendarUUID === asked) ?? open[0];
  if (!chosen) {
    return (
      <EmptyState
        title={texts.none.title}
        text={texts.none.text}
        icon={<IconCalendar size={28} stroke={1.5} />}
      >
        <Button component={Link} to={CALENDAR}>
          {texts.none.open}
        </Button>
      </EmptyState>
    );
  }
  const nameOf = ({ name, idEntity }: Calendar) => {
    const owner = organisations.find((one) => one.idEntity === idEntity);
    return owner ? `${name} (${owner.entityName})` : name;
  };
  return (
    <>
      <NativeSelect
        label={texts.calendar}
        description={texts.whatIsSeen[chosen.visibility === 'UNLISTED' ? 'UNLISTED' : 'PUBLIC']}
        data={open.map((one) => ({ value: one.calendarUUID, label: nameOf(one) }))}
        value={chosen.calendarUUID}
        onChange={({ currentTarget }) =>
          setParams({ calendar: currentTarget.value }, { replace: true, preventScrollReset: true })
        }
      />
      <Code key={chosen.calendarUUID} calendar={chosen} />
    </>
  );
}

function Code({ calendar }: { calendar: Calendar }) {
  const [look, setLook] = useState<Look>(USUAL);
  const [said, setSaid] = useState('');
  const { origin } = window.location;
  const code = snippet(origin, calendar, look);
  const change = (part: Partial<Look>) => {
    setLook({ ...look, ...part });
    setSaid('');
  };
  return (
    <>
      <div className={classes.look}>
        <NativeSelect
          label={texts.limit}
          data={LIMITS.map(String)}
          value={String(look.limit)}
          onChange={({ currentTarget }) => change({ limit: Number(currentTarget.value) })}
        />
        <NativeSelect
          label={texts.theme}
          data={THEMES.map((value) => ({ value, label: texts.themes[value] }))}
          value={look.theme}
          onChange={({ currentTarget }) => change({ theme: currentTarget.value as Look['theme'] })}
        />
        <NativeSelect
          label={texts.height}
          data={HEIGHTS.map((n) => ({ value: String(n), label: texts.heights(n) }))}
          value={String(look.height)}
          onChange={({ currentTarget }) => change({ height: Number(currentTarget.value) })}
        />
      </div>
      <Textarea
        readOnly
        autosize
        label={texts.code}
        description={texts.codeHint}
        classNames={{ input: classes.code ?? '' }}
        value={code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.ways}>
        <Button
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() =>
            void navigator.clipboard.writeText(code).then(
              () => setSaid(texts.copied),
              () => setSaid(texts.copyFailed),
            )
          }
        >
          {texts.copy}
        </Button>
        <p className={classes.faint} role="status">
          {said}
        </p>
      </div>
      <section className={classes.part} aria-labelledby="preview">
        <h2 id="preview">{texts.preview}</h2>
        <iframe
          className={classes.frame}
          src={widgetAddress('', calendar.calendarUUID, look)}
          title={calendar.name}
          height={look.height}
          loading="lazy"
        />
      </section>
    </>
  );
}

import { lazy, Suspense } from 'react';
import { NextButtons } from '@/components/NextButtons.tsx';
import { SmartLink } from '@/components/SmartLink.tsx';
import { LoadingState } from '@/components/states.tsx';
import type { InfoPage, Section } from '@/content/types.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useRunning } from '@/hooks/useRunning.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { useSignedIn } from '@/lib/session.ts';
import classes from './info.module.css';

const YearOfDays = lazy(async () => ({
  default: (await import('@/features/almanac/index.ts')).YearOfDays,
}));

const PromotedEvents = lazy(async () =>
  (await import('@/features/calendar/index.ts')).loadPromoted(),
);

const Start = lazy(() => loadPart(() => import('./Start.tsx')));

export function InfoView({ page }: { page: InfoPage }) {
  usePageTitle(page.title);
  const running = useRunning();
  const starts = useSignedIn() && page.start;
  const rest = (
    <>
      {page.sections?.map((section) => (
        <InfoSection key={section.heading} section={section} />
      ))}
      <div className={classes.next}>
        <NextButtons actions={page.next} aside={starts === true} />
      </div>
    </>
  );
  return (
    <article className={classes.page} data-start={starts || undefined}>
      <h1 className={classes.title}>{page.title}</h1>
      <p className={classes.lead} data-tour="area">
        {page.lead}
      </p>
      {starts && running && (
        <Suspense fallback={<LoadingState />}>
          <Start />
        </Suspense>
      )}
      {page.days && !running && <LoadingState />}
      {page.days && running && (
        <Suspense fallback={<LoadingState />}>
          <YearOfDays type={page.days}>{rest}</YearOfDays>
        </Suspense>
      )}
      {!page.days && rest}
      {page.events && running && (
        <Suspense fallback={<LoadingState />}>
          <PromotedEvents />
        </Suspense>
      )}
    </article>
  );
}

function InfoSection({ section }: { section: Section }) {
  return (
    <section className={classes.section}>
      <h2>{section.heading}</h2>
      {section.paragraphs?.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {section.facts && (
        <dl className={classes.facts}>
          {section.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {section.list && (
        <ul className={classes.list}>
          {section.list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {section.links && (
        <ul className={classes.links}>
          {section.links.map(({ label, to }) => (
            <li key={to}>
              <SmartLink to={to}>{label}</SmartLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

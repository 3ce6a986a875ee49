import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSignedIn } from '@/lib/session.ts';
import { courseTexts as texts } from '@/texts/courses.ts';
import { courseLists } from './api.ts';
import { CourseList } from './components/CourseList.tsx';
import classes from './components/courses.module.css';
import { idIn } from './paths.ts';

const NewCourse = lazy(() => import('./edit/NewCourse.tsx'));

/** /klyftig: what one goes on with first, then what is open to everybody; ?organization=3 an organisation's, ?ny makes one. */
export default function CoursesPage() {
  const [params, setParams] = useSearchParams();
  const signedIn = useSignedIn();
  const entity = idIn(params.get('organization'));
  usePageTitle(texts.title);
  const asked = params.get('ny');
  const make = (id: string | null) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('ny');
    else next.set('ny', id);
    setParams(next, { replace: true });
  };
  return (
    <div className={classes.page} data-tour="area">
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {texts.title}
        </h1>
        {signedIn && (
          <Button onClick={() => make(entity ? String(entity) : '')}>{texts.make}</Button>
        )}
      </div>
      {entity ? (
        <OfEntity id={entity} />
      ) : (
        <>
          <p className={classes.lead}>{texts.lead}</p>
          {signedIn && <Enrolled />}
          <section className={classes.section} aria-labelledby="courses-open">
            <h2 id="courses-open">{texts.open}</h2>
            <CourseList list={courseLists.of(signedIn)} label={texts.open} empty={<NoCourses />} />
          </section>
          {signedIn && <Mine />}
        </>
      )}
      {signedIn && asked !== null && (
        <Suspense fallback={null}>
          <NewCourse idEntity={idIn(asked)} onClose={() => make(null)} />
        </Suspense>
      )}
    </div>
  );
}

function NoCourses() {
  return (
    <EmptyState
      title={texts.empty.title}
      text={texts.empty.text}
      icon={<IconSchool size={28} stroke={1.5} />}
    />
  );
}

/** What one goes on with; nothing where there is nothing. */
function Enrolled() {
  const { data, error } = useInfiniteQuery(courseLists.enrolled);
  if (!error && !data?.pages.some(({ content }) => content.length > 0)) return null;
  return (
    <section className={classes.section} aria-labelledby="courses-enrolled">
      <h2 id="courses-enrolled">{texts.resume}</h2>
      <CourseList list={courseLists.enrolled} label={texts.resumeList} empty={null} />
    </section>
  );
}

function Mine() {
  const { data } = useInfiniteQuery(courseLists.mine);
  if (!data?.pages.some(({ content }) => content.length > 0)) return null;
  return (
    <section className={classes.section} aria-labelledby="courses-mine">
      <h2 id="courses-mine">{texts.mine}</h2>
      <CourseList list={courseLists.mine} label={texts.mine} empty={null} />
    </section>
  );
}

function OfEntity({ id }: { id: number }) {
  const list = courseLists.of(useSignedIn(), id);
  const { data } = useInfiniteQuery(list);
  const name = data?.pages[0]?.content[0]?.author.displayName;
  return (
    <section className={classes.section} aria-labelledby="courses-of">
      <h2 id="courses-of">{name ? texts.of(name) : texts.open}</h2>
      <CourseList list={list} label={texts.open} empty={<NoCourses />} />
    </section>
  );
}

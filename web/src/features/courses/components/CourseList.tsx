import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import { courseTexts as texts } from '@/texts/courses.ts';
import type { CourseListQuery } from '../api.ts';
import { coursePath, editPath, lessonPath } from '../paths.ts';
import type { Course } from '../types.ts';
import classes from './courses.module.css';
import { ProgressBar } from './ProgressBar.tsx';

type CourseListProps = { list: CourseListQuery; label: string; empty: ReactNode };

/** Courses by pages. */
export function CourseList({ list, label, empty }: CourseListProps) {
  const query = useInfiniteQuery(list);
  return (
    <PagedList
      query={query}
      items={query.data?.pages.flatMap(({ content }) => content) ?? []}
      keyOf={({ id }) => id}
      row={(course) => <CourseCard course={course} />}
      label={label}
      empty={empty}
      className={classes.list}
      rowClassName={classes.item}
    />
  );
}

function CourseCard({ course }: { course: Course }) {
  const { id, title, summary, status, author, lessonCount, progress, abilities } = course;
  const takes = progress?.state === 'ACTIVE' ? progress : null;
  return (
    <article className={classes.card}>
      <h3>
        <Link to={coursePath(id)} dir="auto">
          {title}
        </Link>
      </h3>
      <div className={classes.about}>
        <span>{author.displayName}</span>
        <span>{texts.lessons(lessonCount)}</span>
        {status !== 'PUBLISHED' && <span className={classes.mark}>{texts.status[status]}</span>}
        {progress?.state === 'INVITED' && <span className={classes.mark}>{texts.invited}</span>}
      </div>
      {summary && !takes && <p dir="auto">{summary}</p>}
      {takes && <ProgressBar progress={takes} of={title} />}
      {(takes?.resume || abilities.includes('EDIT')) && (
        <div className={classes.actions}>
          {takes?.resume && (
            <Button
              component={Link}
              to={lessonPath(id, takes.resume)}
              aria-label={texts.goOn(title)}
            >
              {texts.resume}
            </Button>
          )}
          {abilities.includes('EDIT') && (
            <Button
              component={Link}
              to={editPath(id)}
              variant="default"
              aria-label={`${texts.edit} ${title}`}
            >
              {texts.edit}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

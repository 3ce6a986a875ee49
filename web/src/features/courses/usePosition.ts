import { useEffect, useRef } from 'react';
import { courseCalls } from './api.ts';
import type { CourseProgress, Lesson } from './types.ts';

/** How long somebody stands still before their place is noted. */
const STILL_MS = 2_000;
const WHOLE = 1_000;

/** How far the window is down the page, in thousandths. */
function placeNow(): number {
  const room = document.documentElement.scrollHeight - window.innerHeight;
  return room <= 0 ? 0 : Math.min(WHOLE, Math.max(0, Math.round((window.scrollY / room) * WHOLE)));
}

/**
 * Notes where a learner is: the lesson when it is opened, and its place once they stand still. Whoever comes back to the lesson
 * that they opened last finds the page where they left it. Null: they do not take the course.
 */
export function usePosition(lesson: Lesson, progress: CourseProgress | null) {
  const first = useRef(progress);
  const { id } = lesson;
  const takes = progress !== null;
  useEffect(() => {
    if (!takes) return;
    const came = first.current;
    const kept = came?.resume === id ? came.position : 0;
    if (kept > 0) {
      const room = document.documentElement.scrollHeight - window.innerHeight;
      window.scrollTo({ top: (room * kept) / WHOLE });
    }
    let noted = -1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      const now = placeNow();
      if (now === noted) return;
      noted = now;
      // Where it cannot be noted nothing is lost but the place.
      courseCalls.position(id, now).catch(() => {});
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(note, STILL_MS);
    };
    note();
    window.addEventListener('scroll', later, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', later);
    };
  }, [id, takes]);
}

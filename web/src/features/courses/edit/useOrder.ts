import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { currentOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { courseEditTexts as texts } from '@/texts/courses.ts';
import { courseCalls, outlineKey } from '../api.ts';
import { arranged, moved, type Order, orderOf, sameOrder, type Target } from '../lib/order.ts';
import type { CourseOutline } from '../types.ts';

/**
 * The order of an outline while it is changed: a move is seen at once and sent with the version that was read, one call at a
 * time. What somebody else has changed meanwhile is shown, and not overwritten.
 */
export function useOrder(courseId: number, outline: CourseOutline) {
  const client = useQueryClient();
  /** What is shown until the outline has it: of that version, or (null) of one that the server has yet to give. */
  const [wanted, setWanted] = useState<{ order: Order; version: number | null } | null>(null);
  const newest = useRef<Order | null>(null);
  const busy = useRef(false);
  /** The newest version that the server has answered. */
  const known = useRef(0);
  const isAhead = wanted && (wanted.version === null || outline.version < wanted.version);
  const order = isAhead ? wanted.order : orderOf(outline.content);

  function want(next: Order | null) {
    newest.current = next;
    setWanted(next && { order: next, version: null });
  }

  async function send(version: number): Promise<void> {
    const sent = newest.current;
    if (!sent) return;
    const modules = sent.map(({ id, lessons }) => ({ id, lessons: [...lessons] }));
    try {
      const now = await courseCalls.arrange(courseId, { version, modules });
      known.current = now.version;
      client.setQueryData(outlineKey(courseId), now);
      if (newest.current && !sameOrder(newest.current, sent)) return await send(now.version);
      newest.current = null;
      setWanted({ order: sent, version: now.version });
    } catch (error) {
      want(null);
      const current = currentOf<CourseOutline>(error);
      if (current) client.setQueryData(outlineKey(courseId), current);
      else void client.invalidateQueries({ queryKey: outlineKey(courseId) });
      toast({ type: 'warning', message: current ? texts.orderStale : texts.orderFailed });
    }
  }

  async function move(target: Target | null): Promise<void> {
    if (!target) return;
    const next = moved(order, target);
    if (sameOrder(next, order)) return;
    want(next);
    if (busy.current) return;
    busy.current = true;
    await send(Math.max(outline.version, known.current));
    busy.current = false;
  }

  return { order, modules: arranged(outline.content, order), move };
}

import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Channel } from '@/api/types.ts';
import { pressed } from '@/commands/registry.ts';
import { toast } from '@/components/toast.ts';
import { holdKeys } from '@/lib/typeAhead.ts';
import { chatTexts } from '@/texts/chat.ts';
import { UNREAD_KEYS } from '../commands.ts';
import { nextUnread } from '../lib/sections.ts';
import { channelPath } from '../paths.ts';
import { useStable } from './useStable.ts';

/** Alt+↓ and Alt+↑ lead to the next channel with something unread, as the list stands, also out of a field. */
export function useUnreadKeys(
  shown: readonly Channel[],
  openId: number | null,
  isUnread: (id: number) => boolean,
): void {
  const navigate = useNavigate();
  const onKey = useStable((event: KeyboardEvent) => {
    const step = pressed(event, UNREAD_KEYS.next)
      ? 1
      : pressed(event, UNREAD_KEYS.previous)
        ? -1
        : 0;
    if (step === 0 || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    const channel = nextUnread(shown, openId, step, isUnread);
    if (channel) {
      holdKeys(String(channel.id));
      void navigate(channelPath(channel));
    } else toast({ type: 'info', message: chatTexts.nothingUnread });
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
}

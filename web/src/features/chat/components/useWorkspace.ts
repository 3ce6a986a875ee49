/** Which workspace is open: the address's, else that of the organisation one acts for, else the one open last. */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Workspace } from '@/api/types.ts';
import { leaveActing, useActing, useFactsKnown } from '@/features/context/index.ts';
import { isBusy } from '@/lib/writing.ts';
import { CHAT_ROOT, UNASKED } from '../paths.ts';
import { personalStore } from '../session.ts';

export const LAST_WORKSPACE = 'chat.last';

interface Chosen {
  workspace: Workspace | undefined;
  /** Those to choose among here: acting for an organisation, only its own. */
  choices: readonly Workspace[];
}

export function chosenWorkspace(
  workspaces: readonly Workspace[],
  asked: number | null,
  actingId: number | null,
  last: number | null,
): Chosen {
  const find = (among: readonly Workspace[], id: number | null) =>
    among.find(({ workspaceId }) => workspaceId === id);
  const own = workspaces.filter(({ entityId }) => entityId === actingId);
  const choices = own.length > 0 ? own : workspaces;
  const workspace = find(workspaces, asked) ?? find(choices, last) ?? choices[0];
  return { workspace, choices };
}

/** The chat follows the context. Another organisation's chat, by a link, is its address: acting ends there. */
export function useWorkspace(workspaces: readonly Workspace[], asked: number | null): Chosen {
  const actingId = useActing()?.id ?? null;
  const known = useFactsKnown();
  const navigate = useNavigate();
  const last = Number(personalStore.getItem(LAST_WORKSPACE)) || null;
  const chosen = chosenWorkspace(workspaces, asked, actingId, last);
  const { workspace, choices } = chosen;
  const elsewhere = workspace !== undefined && !choices.includes(workspace);

  const before = useRef(actingId);
  useEffect(() => {
    const switched = before.current !== actingId;
    before.current = actingId;
    if (!known || !elsewhere) return;
    if (!switched) leaveActing();
    // Another tab acts for somebody else; who is writing here is not taken away from it.
    else if (!isBusy()) void navigate(CHAT_ROOT, { replace: true, state: UNASKED });
  }, [actingId, known, elsewhere, navigate]);

  return chosen;
}

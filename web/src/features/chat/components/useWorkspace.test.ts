import { describe, expect, it } from 'vitest';
import type { Workspace } from '@/api/types.ts';
import { chosenWorkspace } from './useWorkspace.ts';

const workspace = (workspaceId: number, entityId: number) =>
  ({
    workspaceId,
    entityId,
    workspaceName: `W${workspaceId}`,
    entityName: `E${entityId}`,
  }) as Workspace;
const all = [workspace(1, 10), workspace(2, 20), workspace(3, 20), workspace(4, 30)];
const idOf = (...args: Parameters<typeof chosenWorkspace>) =>
  chosenWorkspace(...args).workspace?.workspaceId;

describe('the workspace that opens', () => {
  it('is that of the organisation one acts for, not the one open last', () => {
    expect(idOf(all, null, 20, 1)).toBe(2);
    expect(idOf(all, null, 20, 3)).toBe(3);
  });

  it('is the one open last for a person, else the first', () => {
    expect(idOf(all, null, null, 4)).toBe(4);
    expect(idOf(all, null, null, null)).toBe(1);
    expect(idOf(all, null, null, 99)).toBe(1);
  });

  it('is what the address asks for', () => expect(idOf(all, 4, 20, 2)).toBe(4));

  it('is one of the others where the organisation has none that one may enter', () => {
    expect(idOf(all, null, 77, 4)).toBe(4);
  });
});

describe('the workspaces to choose among', () => {
  const ids = (actingId: number | null) =>
    chosenWorkspace(all, null, actingId, null).choices.map(({ workspaceId }) => workspaceId);

  it('are the acting organisation’s: the organisation itself is chosen in the header', () => {
    expect(ids(20)).toEqual([2, 3]);
  });

  it('are all of a person’s', () => expect(ids(null)).toEqual([1, 2, 3, 4]));
});

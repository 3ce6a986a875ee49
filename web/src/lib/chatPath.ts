/** The chat of one workspace. */
export function chatPath(workspaceId: number): string {
  return `/konversation/${workspaceId}`;
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Takes files that are dropped on a pane; `hover` hears whether some are dragged over it. Answers how to stop. */
export function dropTarget(
  pane: HTMLElement,
  hover: (over: boolean) => void,
  take: (files: readonly File[]) => void,
): () => void {
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hover(true);
  };
  const leave = (event: DragEvent) => {
    if (!pane.contains(event.relatedTarget as Node | null)) hover(false);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hover(false);
    take([...(event.dataTransfer?.files ?? [])]);
  };
  pane.addEventListener('dragover', over);
  pane.addEventListener('dragleave', leave);
  pane.addEventListener('drop', drop);
  return () => {
    pane.removeEventListener('dragover', over);
    pane.removeEventListener('dragleave', leave);
    pane.removeEventListener('drop', drop);
  };
}

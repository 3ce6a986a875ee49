/** Links of the page that the server drew, at the moment when the app takes their place. */

/**
 * Follows a link in `root` that is replaced between press and release: the browser makes no click of that. Only a plain press on
 * a link of this site counts.
 */
export function followReplacedLinks(root: HTMLElement, navigate: (path: string) => void) {
  const drawn = new Set(root.querySelectorAll('a'));
  if (drawn.size === 0) return;
  let pressed: HTMLAnchorElement | undefined;
  const press = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    const isOwn = link !== null && drawn.has(link) && link.origin === location.origin;
    pressed = isOwn && isPlain && !link.target ? link : undefined;
    if (![...drawn].some((one) => one.isConnected)) stop();
  };
  const release = () => {
    const link = pressed;
    pressed = undefined;
    if (link && !link.isConnected) navigate(link.pathname + link.search + link.hash);
  };
  // The app has taken their place: nothing holds what was drawn any longer.
  const stop = () => {
    document.removeEventListener('pointerdown', press, true);
    document.removeEventListener('pointerup', release, true);
  };
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('pointerup', release, true);
}

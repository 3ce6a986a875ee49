/** Registers the worker that shows push messages, where the browser can push at all. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
    console.warn('the service worker was not registered', error);
  });
}

/** The worker asks an open window to show what a push message was about; answers how to stop. */
export function onOpenFromWorker(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {};
  const listen = (event: MessageEvent<{ type?: string; path?: string } | null>) => {
    const { type, path } = event.data ?? {};
    if (type !== 'open' || !path?.startsWith('/')) return;
    event.ports[0]?.postMessage('opened');
    open(path);
  };
  navigator.serviceWorker.addEventListener('message', listen);
  return () => navigator.serviceWorker.removeEventListener('message', listen);
}

/** Registers the worker that shows push messages, where the browser can push at all. */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
    console.warn('the service worker was not registered', error);
  });
}

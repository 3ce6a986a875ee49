import { api } from '@/api/client.ts';

/** An address without what opens somebody's account: the links of mails carry a token. */
export function withoutSecrets(address: string): string {
  try {
    const url = new URL(address);
    url.searchParams.delete('token');
    return url.href;
  } catch {
    return '';
  }
}

let logged = false;

/** Once per start of the app: where the person came from, and where they arrived. */
export function logReferral(): void {
  if (logged) return;
  logged = true;
  const body = {
    txReferral: withoutSecrets(document.referrer),
    txTarget: withoutSecrets(window.location.href),
  };
  // Nobody waits for it, and nothing depends on it.
  api.post('/api/public/referral', body, { quiet: true }).catch(() => {});
}

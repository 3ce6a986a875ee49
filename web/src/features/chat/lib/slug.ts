/** The channel name's rule: 2–80 lower-case letters (å ä ö included), digits, - and _. */
export const CHANNEL_NAME = /^[a-zåäö0-9_-]{2,80}$/;

/** A name made from what the person calls the channel, as they type. */
export function channelName(displayName: string): string {
  return displayName
    .normalize('NFC')
    .toLowerCase()
    .replace(/[éèêë]/g, 'e')
    .replace(/[áàâã]/g, 'a')
    .replace(/[üúùû]/g, 'u')
    .replace(/ø/g, 'ö')
    .replace(/æ/g, 'ä')
    .replace(/[^a-zåäö0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
}

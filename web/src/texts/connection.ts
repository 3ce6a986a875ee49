/** The word on the live connection. */
import type { ConnectionStatus } from '@/realtime/status.ts';

export const connectionTexts: Record<ConnectionStatus, string> = {
  DISCONNECTED: 'Frånkopplad',
  CONNECTING: 'Ansluter …',
  CONNECTED: 'Ansluten',
  RECONNECTING: 'Återansluter … Det du skriver skickas när anslutningen är tillbaka.',
  ERROR: 'Anslutningen bröts. Vi försöker igen.',
};

export const connectionOffline = 'Du är offline. Det du skriver skickas när du är uppkopplad.';
/** Where sockets are blocked, as in some schools' networks. */
export const connectionBlocked = 'Hämtar nytt var femte sekund: nätet spärrar direktkontakt.';
export const connectionGaveUp = 'Det gick inte att ansluta. Inget du skrivit har gått förlorat.';

import { settingsTexts as texts } from '@/texts/notificationSettings.ts';
import type { Act } from './cells.ts';
import type { Cell } from './types.ts';

export const cellName = ({
  notificationType,
  channel,
}: Pick<Cell, 'notificationType' | 'channel'>) => texts.cell(notificationType, channel);

/** What an act has done, or would have done. */
export function actWords({ kind, changes, shown }: Act): string {
  const [change] = changes;
  if (!change) return '';
  if (kind === 'release') return texts.reset(change.notificationType);
  const what = cellName(change);
  if (kind === 'undo') return texts.undone(what);
  const [cell] = shown;
  if (kind === 'digest' && cell?.digest) return texts.mailed(what, cell.digest);
  return cell?.enabled ? texts.on(what) : texts.off(what);
}

/** What an act is about. */
export const actName = ({ changes: [change] }: Act): string => (change ? cellName(change) : '');

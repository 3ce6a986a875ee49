import { Link } from 'react-router';
import { ownTexts as texts } from '@/texts/everyday.ts';
import { calledIn, channelPath, threadPath } from '../paths.ts';
import { type KnownPlace, usePlace } from './places.ts';

const named = ({ name, direct, workspaceId }: KnownPlace) =>
  direct ? name : calledIn(workspaceId, name);

/** Where something of one's own is, as a link there; only its words where that cannot be read any more. */
export function PlaceName({
  channelId,
  threadId,
}: {
  channelId: number;
  threadId?: number | null;
}) {
  const place = usePlace(channelId);
  if (place === null) return <span>{texts.gone}</span>;
  if (!place) return <span>…</span>;
  return threadId ? (
    <Link to={threadPath(place, threadId)} dir="auto">
      {texts.inThread(named(place))}
    </Link>
  ) : (
    <Link to={channelPath(place)} dir="auto">
      {named(place)}
    </Link>
  );
}

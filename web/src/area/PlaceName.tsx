import { Link } from 'react-router';
import { inSlot } from './slots.ts';

type PlaceNameProps = { name: string; idInfopoint?: number | undefined };

/** Where something is; a place of the guide leads to its page. */
export function PlaceName({ name, idInfopoint }: PlaceNameProps) {
  const [guide] = inSlot('places');
  if (!guide || idInfopoint === undefined) return <span dir="auto">{name}</span>;
  return (
    <Link to={guide.path(idInfopoint)} dir="auto">
      {name}
    </Link>
  );
}

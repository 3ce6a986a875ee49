import { useState } from 'react';
import type { Viewers as Told } from '@/area/useLiveBoard.ts';
import { Avatar } from '@/components/Avatar.tsx';
import { dropdownHeading } from '@/components/Dropdown.tsx';
import { Sheet } from '@/components/Sheet.tsx';
import hidden from '@/components/spoken.module.css';
import { useMe } from '@/features/accounts/api.ts';
import { boardTexts as texts } from '@/texts/boards.ts';
import classes from './viewers.module.css';

const FACES = 3;
/** So many are named in one line. */
const NAMED = 3;

/** Who else has the board open: faces, their names in words, and as a list where there are many. It announces nothing by itself. */
export function Viewers({ viewers, count }: Told) {
  const me = useMe()?.idUser;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const others = viewers.filter(({ id }) => id !== me);
  // Of many the first are named, among whom I may not be; I am one of those who look all the same.
  const total = Math.max(others.length, count - 1);
  if (others.length === 0) return null;
  const named = others.slice(0, total > NAMED ? NAMED - 1 : NAMED);
  const words = texts.viewers(
    named.map(({ displayName }) => displayName),
    total - named.length,
  );
  return (
    <>
      <button
        type="button"
        className={classes.faces}
        title={words}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className={hidden.spoken}>{words}</span>
        {others.slice(0, FACES).map(({ id, displayName, avatar }) => (
          <Avatar key={id} name={displayName} image={avatar} size={28} />
        ))}
        {total > FACES && <span aria-hidden="true">+{total - FACES}</span>}
      </button>
      {anchor && (
        <Sheet label={words} anchor={anchor} side="start" onClose={() => setAnchor(null)}>
          <p className={dropdownHeading}>{texts.looking}</p>
          <ul className={classes.names}>
            {others.map(({ id, displayName, avatar }) => (
              <li key={id}>
                <Avatar name={displayName} image={avatar} size={28} />
                <span dir="auto">{displayName}</span>
              </li>
            ))}
          </ul>
          {total > others.length && (
            <p className={dropdownHeading}>{texts.moreViewers(total - others.length)}</p>
          )}
        </Sheet>
      )}
    </>
  );
}

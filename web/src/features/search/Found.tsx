import { Link } from 'react-router';
import type { Suggestion } from '@/api/types.ts';
import { keyOf, pathOf, personOf } from './api.ts';
import { Picture, Words } from './SuggestionGroups.tsx';
import classes from './search.module.css';

/** What was found, a link each. */
export function Found({ content, label }: { content: Suggestion[]; label?: string }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {content.map((one) => (
        <li key={keyOf(one)}>
          <Link to={pathOf(one)} className={classes.row} data-person-slug={personOf(one)}>
            <Picture one={one} />
            <Words one={one} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

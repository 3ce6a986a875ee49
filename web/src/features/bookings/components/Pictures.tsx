import { srcOf } from '@/area/pictures.ts';
import type { Bookable } from '../types.ts';
import classes from './pictures.module.css';

type OfBookable = { bookable: Pick<Bookable, 'pictures'> };

/** All pictures of what can be booked. */
export function Pictures({ bookable: { pictures } }: OfBookable) {
  if (pictures.length === 0) return null;
  return (
    <div className={classes.all}>
      {pictures.map((one) => (
        <img
          key={one.id}
          src={srcOf(one, 1024)}
          width={one.width}
          height={one.height}
          alt={one.alt}
          loading="lazy"
        />
      ))}
    </div>
  );
}

/** The picture that stands for it in a list. */
export function Thumb({ bookable: { pictures } }: OfBookable) {
  const [first] = pictures;
  if (!first) return null;
  // The name beside it says what it is.
  return <img className={classes.thumb} src={srcOf(first, 256)} alt="" loading="lazy" />;
}

import { useState } from 'react';
import { hueOf, initials, sized } from '@/lib/avatar.ts';
import classes from './Avatar.module.css';

type AvatarProps = {
  name: string;
  /** A path on our server; missing, empty or '0' means no picture. */
  image?: string | null | undefined;
  /** Pixels; the radius follows. */
  size?: number;
};

/**
 * A picture, or initials: until it is there, and where there is none to be had. Decorative: the name stands beside it, so it
 * says nothing to a screen reader.
 */
export function Avatar({ name, image, size = 36 }: AvatarProps) {
  /** The picture that came, or did not. */
  const [settled, settle] = useState<{ image: string; came: boolean }>();
  const source = image && image !== '0' ? image : null;
  const came = settled?.image === source ? settled?.came : undefined;
  return (
    <span
      className={classes.avatar}
      data-hue={hueOf(name)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      aria-hidden="true"
    >
      {!came && <span>{initials(name)}</span>}
      {source && came !== false && (
        <img
          src={sized(source, size)}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onLoad={() => settle({ image: source, came: true })}
          onError={() => settle({ image: source, came: false })}
        />
      )}
    </span>
  );
}

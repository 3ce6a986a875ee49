import { useState } from 'react';
import { hueOf, initials, sized } from '@/lib/avatar.ts';
import classes from './Avatar.module.css';

type AvatarProps = {
  name: string;
  /** A path on our server; missing, empty or '0' means no picture. */
  image?: string | null;
  /** Pixels; the radius follows. */
  size?: number;
  /** Without a picture: a drawn person behind the initials. */
  person?: boolean;
};

/** Decorative: the name stands beside it, so it says nothing to a screen reader. */
export function Avatar({ name, image, size = 36, person = false }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const source = image && image !== '0' && image !== broken ? image : null;
  return (
    <span
      className={classes.avatar}
      data-hue={hueOf(name)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
      aria-hidden="true"
    >
      {source ? (
        <img
          src={sized(source, size)}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onError={() => setBroken(source)}
        />
      ) : (
        <>
          {person && <Placeholder />}
          <span>{initials(name)}</span>
        </>
      )}
    </span>
  );
}

function Placeholder() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <g fill="currentColor" opacity="0.13">
        <circle cx="12" cy="9.2" r="4.2" />
        <path d="M3.5 24a8.5 8.5 0 0 1 17 0Z" />
      </g>
    </svg>
  );
}

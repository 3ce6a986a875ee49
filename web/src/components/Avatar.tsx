import { useState } from 'react';
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

const HUES = 6;
const QUALITY = 50;

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

/** First letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('sv') ?? '').join('');
}

function hueOf(name: string): number {
  let hash = 0;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x5bd1e995);
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES;
}

/** Asks for twice the size shown, for dense screens. */
function sized(path: string, size: number): string {
  if (path.startsWith('data:') || path.startsWith('blob:')) return path;
  return `${path}${path.includes('?') ? '&' : '?'}w=${size * 2}&q=${QUALITY}`;
}

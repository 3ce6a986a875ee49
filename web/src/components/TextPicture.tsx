import type { TextPicture as Shown } from '@/lib/textPictures.ts';
import classes from './TextPicture.module.css';

/** Widths in which the server has a picture, in pixels. */
const WIDTHS = [480, 960, 1920];

/** None is wider than the picture itself. */
const widthsOf = (width: number) => [
  ...WIDTHS.filter((wide) => wide < width),
  ...(width <= 1920 ? [width] : []),
];

type TextPictureProps = {
  picture: Shown | undefined;
  alt: string;
  /** What stands where there is no such picture. */
  missing: (alt: string) => string;
};

/** A picture of a text; its place is there before it is. */
export function TextPicture({ picture, alt, missing }: TextPictureProps) {
  if (!picture) return <p className={classes.missing}>{missing(alt)}</p>;
  const { url, width, height } = picture;
  return (
    <img
      className={classes.picture}
      src={`${url}?w=960`}
      srcSet={widthsOf(width)
        .map((wide) => `${url}?w=${wide} ${wide}w`)
        .join(', ')}
      sizes={`(max-width: 44em) 100vw, ${Math.min(width, 720)}px`}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  );
}

import { useMemo } from 'react';
import { LongText } from '@/components/LongText.tsx';
import { lessonTexts as texts } from '@/texts/courses.ts';
import { lessonBlocks } from '../lib/blocks.ts';
import type { CoursePicture } from '../types.ts';
import classes from './courses.module.css';

const HEADINGS = { 1: 'h2', 2: 'h3', 3: 'h4' } as const;

type LessonTextProps = { text: string; pictures?: readonly CoursePicture[] };

/** What a lesson says: its headings stand below its own. Pictures are those of the course and no others. */
export default function LessonText({ text, pictures = [] }: LessonTextProps) {
  const blocks = useMemo(() => lessonBlocks(text), [text]);
  return (
    <div className={classes.text} dir="auto">
      {blocks.map((block, index) => {
        const key = `${index}-${block.kind}`;
        if (block.kind === 'text') {
          return (
            <div key={key} className={classes.stretch}>
              <LongText text={block.text} />
            </div>
          );
        }
        if (block.kind === 'heading') {
          const Heading = HEADINGS[block.level];
          return <Heading key={key}>{block.text}</Heading>;
        }
        if (block.kind === 'picture') {
          const picture = pictures.find(({ id }) => id === block.id);
          return <Picture key={key} picture={picture} alt={block.alt} />;
        }
        return <Table key={key} head={block.head} rows={block.rows} />;
      })}
    </div>
  );
}

/** Widths in which the server has a picture, in pixels. */
const WIDTHS = [480, 960, 1920];

/** None is wider than the picture itself. */
const widthsOf = (width: number) => [
  ...WIDTHS.filter((wide) => wide < width),
  ...(width <= 1920 ? [width] : []),
];

type PictureProps = { picture: CoursePicture | undefined; alt: string };

/** Its place is there before it is. */
function Picture({ picture, alt }: PictureProps) {
  if (!picture) return <p className={classes.hint}>{texts.noPicture(alt)}</p>;
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

function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={head.join(', ')}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is what it is by its place
              <th key={at} scope="col">
                <LongText text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <tr key={n}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={at}>
                  <LongText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

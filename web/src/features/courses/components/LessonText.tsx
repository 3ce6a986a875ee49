import { useMemo } from 'react';
import { LongText } from '@/components/LongText.tsx';
import { TextPicture } from '@/components/TextPicture.tsx';
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
          return (
            <TextPicture key={key} picture={picture} alt={block.alt} missing={texts.noPicture} />
          );
        }
        return <Table key={key} head={block.head} rows={block.rows} />;
      })}
    </div>
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

import { LongText } from '@/components/LongText.tsx';
import { TextPicture } from '@/components/TextPicture.tsx';
import { pieces } from '@/lib/textPictures.ts';
import { newsletterTexts as texts } from '@/texts/newsletters.ts';
import classes from './newsletters.module.css';
import type { NewsletterPicture } from './types.ts';

type NewsletterTextProps = { text: string; pictures: readonly NewsletterPicture[] };

/** What a newsletter says, with the pictures of its organisation. */
export function NewsletterText({ text, pictures }: NewsletterTextProps) {
  return (
    <div className={classes.text} dir="auto">
      {pieces(text).map((piece, at) =>
        piece.kind === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is what it is by its place
          <div key={at}>
            <LongText text={piece.text} />
          </div>
        ) : (
          <TextPicture
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={at}
            picture={pictures.find(({ id }) => id === piece.id)}
            alt={piece.alt}
            missing={texts.noPicture}
          />
        ),
      )}
    </div>
  );
}

import { IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CardFrame } from '@/area/CardFrame.tsx';
import { cardTexts as texts } from '@/texts/cards.ts';
import { postQuery } from '../api.ts';
import { postPath } from '../paths.ts';

const MOST = 200;
const brief = (text: string) => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()} …` : text);

/** A post within a message, as it is now and as far as one may see it. */
export default function PostInMessage({ id }: { id: string }) {
  const { data: post, error } = useQuery({ ...postQuery(id), retry: false });
  return (
    <CardFrame
      icon={<IconNews size={20} stroke={1.75} aria-hidden="true" />}
      kind={texts.post}
      error={post === null ? texts.hidden : error}
      loading={!post}
    >
      {post && (
        <>
          <Link to={postPath(id)}>
            <b dir="auto">{texts.by(post.author.displayName)}</b>
          </Link>
          <span dir="auto">{brief(post.txMessage)}</span>
        </>
      )}
    </CardFrame>
  );
}

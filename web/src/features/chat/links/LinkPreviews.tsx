import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Message, Success } from '@/api/types.ts';
import classes from './links.module.css';

type Link = components['schemas']['LinkPreview'];

/** What the pages say of themselves to which a message leads. Until they are there, and where they say nothing: nothing. */
export default function LinkPreviews({ message }: { message: Message }) {
  const { data } = useQuery({
    queryKey: ['chat', 'links', message.id, message.updated],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/chat/messages/${message.id}/links`;
      return (await api.get<Success<Link[]>>(path, { quiet: true, signal })).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data?.map(({ url, title, description, siteName }) => (
    <a key={url} className={classes.card} href={url} target="_blank" rel="noopener noreferrer">
      <span className={classes.site}>{siteName}</span>
      <span className={classes.title} dir="auto">
        {title}
      </span>
      {description && (
        <span className={classes.description} dir="auto">
          {description}
        </span>
      )}
    </a>
  ));
}

import { Button } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import type { Entity, Liked } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { toggled } from '@/lib/liked.ts';
import { entityTexts } from '@/texts/entityPages.ts';
import { entityCalls, entityQuery } from '../api.ts';
import classes from './entities.module.css';

const texts = entityTexts.page;

/** 'Gilla', and how many do: seen at once, and taken back where the server refuses. */
export function LikeEntity({ entity }: { entity: Entity }) {
  const { idEntity, entitySlug, liked, nrLikes } = entity;
  const client = useQueryClient();
  const { queryKey } = entityQuery(entitySlug);
  const put = (change: (held: Entity) => Entity) =>
    client.setQueryData<Entity>(queryKey, (held) => held && change(held));
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) => entityCalls.like(idEntity, wanted),
    // One press after the other: the last one's answer is what holds.
    scope: { id: `entity-like-${idEntity}` },
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey, exact: true });
      put((held) => toggled(held, wanted));
    },
    onSuccess: (answer: Liked) => put((held) => ({ ...held, ...answer })),
    onError: (error, wanted) => {
      put((held) => toggled(held, !wanted));
      toast({ type: 'error', message: messageOf(error) });
    },
  });
  return (
    <Button
      variant="default"
      className={classes.like ?? ''}
      aria-pressed={liked}
      aria-label={`${texts.like}, ${texts.likes(nrLikes)}`}
      leftSection={<IconHeart size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => mutate(!liked)}
    >
      {/* What is seen is said first, word for word. */}
      {`${texts.like} `}
      <span className={classes.count}>{nrLikes}</span>
    </Button>
  );
}

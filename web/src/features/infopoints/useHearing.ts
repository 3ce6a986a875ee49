import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { infopointActTexts as texts } from '@/texts/infopoints.ts';
import { infopointCalls, mineKey } from './api.ts';
import type { MyInfopoints } from './types.ts';

type OfMunicipality = MyInfopoints['municipalities'][number];
const UNDO_MS = 8_000;

function held(client: QueryClient, one: OfMunicipality, on: boolean): void {
  client.setQueryData<InfiniteData<MyInfopoints>>(
    mineKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, n) => {
          const others = page.municipalities.filter(
            ({ idMunicipality }) => idMunicipality !== one.idMunicipality,
          );
          return { ...page, municipalities: on && n === 0 ? [...others, one] : others };
        }),
      },
  );
}

/** Being notified of new places in a municipality: seen at once, said with a way back, taken back where the server refuses. */
export function useHearing() {
  const client = useQueryClient();
  async function set(one: OfMunicipality, on: boolean): Promise<boolean> {
    held(client, one, on);
    try {
      await infopointCalls.hearOf(one.idMunicipality, on);
      return true;
    } catch (error) {
      held(client, one, !on);
      toast({ type: 'error', message: messageOf(error) });
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: mineKey });
    }
  }
  return async (one: OfMunicipality, on: boolean) => {
    if (!(await set(one, on))) return;
    toast({
      type: 'success',
      message: texts.newSaid[on ? 'on' : 'off'](one.name),
      duration: UNDO_MS,
      action: { label: texts.undo, run: () => void set(one, !on) },
    });
  };
}

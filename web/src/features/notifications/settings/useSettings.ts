import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { settingsTexts as texts } from '@/texts/notificationSettings.ts';
import { keepSettings, settingsCalls, settingsQuery } from './api.ts';
import { type Act, fold, meets } from './cells.ts';
import { actName } from './words.ts';

type Waiting = Act & { id: number };
export type Failed = { act: Act; error: unknown };

/**
 * Cells that are seen as they are chosen and saved one call after the other, so that the later choice is the one that stays. What was
 * refused goes back to what holds, and is named until it is tried again or another choice takes its place.
 */
export function useSettings(entity: number | null) {
  const client = useQueryClient();
  const query = useQuery(settingsQuery(entity));
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const [failed, setFailed] = useState<Failed[]>([]);
  const [saved, setSaved] = useState<Act | null>(null);
  const line = useRef<Promise<void>>(Promise.resolve());
  const ids = useRef(0);
  const { queryKey } = settingsQuery(entity);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const send = async (act: Act) => {
    try {
      await client.cancelQueries({ queryKey });
      keepSettings(client, entity, await settingsCalls.save(entity, act.changes));
      setSaved(act);
    } catch (error) {
      setFailed((held) => [...held, { act, error }]);
      // Whoever has left the page hears of it all the same.
      if (!here.current) {
        toast({ type: 'error', message: texts.failed(actName(act), messageOf(error)) });
      }
      // A lost answer may have been a yes.
      void client.invalidateQueries({ queryKey });
    }
  };

  const run = (act: Act) => {
    const id = ids.current++;
    setSaved(null);
    setFailed((held) => held.filter((one) => !meets(one.act, act)));
    setWaiting((held) => [...held, { ...act, id }]);
    line.current = line.current
      .then(() => send(act))
      .then(() => setWaiting((held) => held.filter((one) => one.id !== id)));
  };

  return {
    query,
    cells: query.data && fold(query.data, waiting),
    saving: waiting.length > 0,
    /** The last that was saved, to be undone. */
    saved,
    failed,
    run,
    retry: () => {
      for (const { act } of failed) run(act);
    },
    dismiss: () => {
      setSaved(null);
      setFailed([]);
    },
  };
}
export type Settings = ReturnType<typeof useSettings>;

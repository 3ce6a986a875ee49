import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { PERSONAL, readStored, writeStored } from '@/lib/storage.ts';
import { boardCalls } from './api.ts';
import { MoveQueue } from './moves.ts';
import type { BoardChange, Move } from './types.ts';

type Ports = {
  done: (change: BoardChange) => void;
  refused: (move: Move, error: unknown) => void;
};

/** The moves of one board that are on their way, for as long as it is shown. */
export function useMoves(idBoard: number, ports: Ports) {
  const newest = useRef(ports);
  newest.current = ports;
  const [queue] = useState(() => {
    const key = `${PERSONAL}board-moves:${idBoard}`;
    return new MoveQueue({
      read: () => readStored(key),
      write: (text) => writeStored(key, text),
      send: (move) => boardCalls.move(idBoard, move),
      done: (change) => newest.current.done(change),
      refused: (move, error) => newest.current.refused(move, error),
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
  });
  useEffect(() => {
    queue.resume();
    window.addEventListener('online', queue.resume);
    return () => {
      window.removeEventListener('online', queue.resume);
      queue.stop();
    };
  }, [queue]);
  return { queue, moves: useSyncExternalStore(queue.subscribe, queue.snapshot) };
}

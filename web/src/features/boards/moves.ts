/**
 * Moves that the server has not answered yet, in the order in which they were made. They lie on the device, so that neither a
 * reload nor a dead network loses one; each goes out under one `clientMoveId`, by which the server does it once however often it is
 * sent. What cannot be reached is tried again and holds back the rest; what is refused is taken out, and the rest goes on.
 */
import { ApiError } from '@/api/ApiError.ts';
import type { BoardChange, Move } from './types.ts';

export type MovePorts = {
  read: () => string | null;
  write: (text: string | null) => void;
  send: (move: Move) => Promise<BoardChange>;
  done: (change: BoardChange) => void;
  refused: (move: Move, error: unknown) => void;
  /** Runs something later; answers how to call it off. */
  later: (run: () => void, ms: number) => () => void;
};

const RETRY_MS = [2_000, 5_000, 15_000];

const isMove = (one: unknown): one is Move => {
  const move = one as Partial<Move> | null;
  return (
    typeof move?.idTask === 'number' &&
    typeof move.idList === 'number' &&
    typeof move.clientMoveId === 'string'
  );
};

function readMoves(text: string | null): readonly Move[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isMove) : [];
  } catch {
    return [];
  }
}

export class MoveQueue {
  private moves: readonly Move[];
  private readonly listeners = new Set<() => void>();
  private readonly ports: MovePorts;
  private busy = false;
  private failures = 0;
  private callOff: (() => void) | null = null;

  constructor(ports: MovePorts) {
    this.ports = ports;
    this.moves = readMoves(ports.read());
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  snapshot = () => this.moves;

  add(move: Move) {
    this.update([...this.moves, move]);
    void this.send();
  }

  /** What a reload or a dead network has left, now. */
  resume = () => {
    this.callOff?.();
    this.callOff = null;
    void this.send();
  };

  stop() {
    this.callOff?.();
    this.callOff = null;
  }

  private update(moves: readonly Move[]) {
    this.moves = moves;
    this.ports.write(moves.length > 0 ? JSON.stringify(moves) : null);
    for (const listener of this.listeners) listener();
  }

  private async send(): Promise<void> {
    const [move] = this.moves;
    if (!move || this.busy || this.callOff) return;
    this.busy = true;
    try {
      const change = await this.ports.send(move);
      this.failures = 0;
      // First what is true, then what was wished for: in between nothing is seen to jump.
      this.ports.done(change);
      this.update(this.moves.filter((one) => one !== move));
    } catch (error) {
      if (error instanceof ApiError && error.isTransient) this.wait(error.retryAfter);
      else {
        this.update(this.moves.filter((one) => one !== move));
        this.ports.refused(move, error);
      }
    } finally {
      this.busy = false;
    }
    void this.send();
  }

  private wait(seconds: number | null) {
    const ms = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)] ?? 0;
    this.failures += 1;
    this.callOff = this.ports.later(this.resume, Math.max(ms, (seconds ?? 0) * 1_000));
  }
}

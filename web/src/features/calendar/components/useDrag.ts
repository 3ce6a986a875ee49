import type { ViewProps } from './view.ts';

export type Ghost = { day: string; from: number; to: number };

/** Placeholder until events are made and moved by dragging. */
export function useDrag(_: ViewProps): { ghost: Ghost | null; column: object } {
  return { ghost: null, column: {} };
}

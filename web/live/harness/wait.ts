/** Waiting in tests: always for something, never longer than told. */

/** How long is waited where nothing else is said (ms): far longer than it takes, for machines that do much else. */
const PATIENCE = 30_000;

export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Asks `read` until it answers something; fails with `what` when it never does. */
export async function until<T>(
  what: string,
  read: () => T | undefined | false | null | Promise<T | undefined | false | null>,
  within = PATIENCE,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const found = await read();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() >= end) throw new Error(`waited ${within} ms in vain for ${what}`);
    await sleep(10);
  }
}

/** Lets a promise take `within` milliseconds and no more. */
export async function soon<T>(what: string, promise: Promise<T>, within = PATIENCE): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`waited ${within} ms in vain for ${what}`)), within);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A generator of random numbers that gives the same ones for the same seed, so that a failure can be repeated. */
export function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(list: readonly T[]): T => {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
  };
}

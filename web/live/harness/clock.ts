import { existsSync } from 'node:fs';

/** A wall clock that is off, as libfaketime makes it, for a server's settings; clocks that only go forward are left alone. */
export function clock(offset: string): NodeJS.ProcessEnv {
  const library = ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .find(existsSync);
  if (!library) throw new Error('libfaketime is needed: apt-get install faketime');
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}

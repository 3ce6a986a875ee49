/** Processes of the tests' own: none outlives the tests, however they end. */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { soon } from './wait.ts';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function begin(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Ends a child that runs, and waits for its end. `name` stands in the failure. */
export async function end(
  name: string,
  child: ChildProcess | undefined,
  signal: NodeJS.Signals = 'SIGKILL',
  within?: number,
) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill(signal);
  await soon(`the end of ${name}`, gone, within);
}

/**
 * The server's tests, their binaries side by side in two lanes: what needs Cassandra in one, the rest in the other; what a
 * binary says is shown when it has ended. As `cargo test`, it goes on after a failure and fails in the end.
 * KALENDER_TEST_CQL names the Cassandra (storage/tests/cassandra/with.sh).
 *
 * usage: node scripts/rustTests.ts FILTER…   what of REST is asked on Cassandra as well
 */

import { execFileSync, spawn } from 'node:child_process';
import { basename, dirname } from 'node:path';

type Artifact = {
  reason: string;
  executable: string | null;
  manifest_path: string;
  profile: { test: boolean };
  target: { name: string; kind: string[] };
};
type Run = { name: string; command: string; args: string[]; cwd: string; env?: NodeJS.ProcessEnv };

const ROOT = new URL('../..', import.meta.url).pathname;
const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);
const CARGO = ['test', '--locked', '--workspace'];

function binaries(): Run[] {
  const args = [...CARGO, '--no-run', '--message-format=json'];
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const built = execFileSync('cargo', args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] });
  const found = new Map<string, Run>();
  for (const line of built.split('\n')) {
    if (!line.startsWith('{')) continue;
    const it = JSON.parse(line) as Artifact;
    if (it.reason !== 'compiler-artifact' || !it.profile.test || !it.executable) continue;
    const cwd = dirname(it.manifest_path);
    const name = `${basename(cwd)}/${it.target.kind[0]}/${it.target.name}`;
    found.set(it.executable, { name, command: it.executable, args: ['--quiet'], cwd });
  }
  return [...found.values()];
}

function ended(run: Run): Promise<boolean> {
  return new Promise((done) => {
    const began = Date.now();
    const { command, args, cwd, env } = run;
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, CARGO_MANIFEST_DIR: cwd, ...env },
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (it) => said.push(it));
    const end = (passed: boolean, why: string) => {
      const seconds = Math.round((Date.now() - began) / 1_000);
      say(`--> ${run.name}: ${why} (${seconds} s)`, Buffer.concat(said).toString().trim());
      done(passed);
    };
    child.on('error', (error) => end(false, error.message));
    child.on('close', (code) => end(code === 0, code === 0 ? 'passed' : `failed with ${code}`));
  });
}

async function lane(runs: Run[]): Promise<string[]> {
  const failed: string[] = [];
  for (const run of runs) if (!(await ended(run))) failed.push(run.name);
  return failed;
}

if (!process.env.KALENDER_TEST_CQL) throw new Error('KALENDER_TEST_CQL is not set');
const all = binaries();
const named = (name: string) => {
  const run = all.find((it) => it.name === name);
  if (!run) throw new Error(`there is no ${name} among ${all.map((it) => it.name).join(' ')}`);
  return run;
};
const contract = named('storage/test/contract');
const rest = named('http/test/rest');
const onCassandra = (run: Run, filters: string[] = []): Run => ({
  ...run,
  name: `${run.name} on Cassandra`,
  args: [...run.args, ...filters],
  env: { KALENDER_TEST_STORE: 'cql' },
});
const others = all.filter((run) => run !== contract && run !== rest);
const inDocuments = {
  name: 'in documents',
  command: 'cargo',
  args: [...CARGO, '--doc', '--quiet'],
  cwd: ROOT,
};
const failed = await Promise.all([
  lane([
    contract,
    onCassandra(rest, process.argv.slice(2)),
    onCassandra(named('http/test/notices')),
  ]),
  lane([rest, ...others, inDocuments]),
]);
say(`${all.length} test binaries`);
if (failed.flat().length > 0) {
  say(`failed: ${failed.flat().join(', ')}`);
  process.exitCode = 1;
}

/** The real binary on free ports with a data directory of its own, gone without a trace when the tests are over. */

import { type ChildProcess, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { begin, end } from './child.ts';
import { type Engine, releaseEngine, takeEngine } from './engine.ts';
import { Person } from './person.ts';
import { until } from './wait.ts';

export const PASSWORD = 'lax-och-dill-till-middag';

const target = resolve(import.meta.dirname, '../../../target');

/** The binary to test: KALENDER_BIN, else the one that was built last. */
export function binary(): string {
  if (process.env.KALENDER_BIN) return process.env.KALENDER_BIN;
  const built = ['release', 'debug']
    .map((kind) => join(target, kind, 'kalender'))
    .filter((path) => existsSync(path))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  if (!built[0]) throw new Error('no binary: set KALENDER_BIN, or build one');
  return built[0];
}

/** Ports that a process of tests takes at once, and how many such blocks there are from `FIRST` on. */
const BLOCK = 40;
const BLOCKS = 250;
const FIRST = 22_000;

let ports: number[] = [];

/** A block that no other process has until this one ends: only one of them can make its folder. */
function takeBlock(): number[] {
  for (let attempt = 0; attempt < BLOCKS; attempt++) {
    const block = (process.pid + attempt) % BLOCKS;
    const folder = join(tmpdir(), `kalender-ports-${block}`);
    try {
      mkdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return Array.from({ length: BLOCK }, (_, n) => FIRST + block * BLOCK + n);
  }
  throw new Error(`all ports are taken: remove ${join(tmpdir(), 'kalender-ports-*')}`);
}

/**
 * Below the ports that the kernel gives to outgoing connections: one of them would take the place of a server that is killed
 * and started again. From a block of the process's own: whoever asked for a port only listens on it seconds later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    if (ports.length === 0) ports = takeBlock();
    const port = ports.shift() as number;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const listening = await new Promise<boolean>((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => done(true));
  });
  if (listening) await new Promise((done) => probe.close(done));
  return listening;
}

export class Server {
  readonly data: string;
  port: number;
  adminPort: number;
  private child: ChildProcess | undefined;
  private log = '';
  private readonly settings: NodeJS.ProcessEnv;
  private readonly engine: Engine;
  /** Whose data this node shares. */
  private readonly first: Server | undefined;

  private constructor(
    ports: [number, number],
    settings: NodeJS.ProcessEnv,
    engine: Engine,
    first?: Server,
  ) {
    this.engine = engine;
    [this.port, this.adminPort] = ports;
    this.settings = settings;
    this.first = first;
    const shares = first && settings.KALENDER_STORE !== 'sqlite';
    this.data = shares ? first.data : mkdtempSync(join(tmpdir(), 'kalender-live-'));
    if (first && !shares) this.borrow(first);
  }

  /** A data directory serves one process at a time. A second node on the embedded store is what no operator can have: a
   * directory of its own that leads to the first one's file. */
  private borrow(first: Server) {
    symlinkSync(join(first.data, 'kalender.db'), join(this.data, 'kalender.db'));
    this.settings.KALENDER_SECRET_FILE = join(first.data, 'secret');
  }

  /** A server that is not running yet. `settings` are more environment variables. */
  static async prepare(settings: NodeJS.ProcessEnv = {}): Promise<Server> {
    return new Server([await freePort(), await freePort()], settings, await takeEngine(settings));
  }

  /** Another node of the same installation, not running yet. */
  async another(settings: NodeJS.ProcessEnv = {}): Promise<Server> {
    const first = this.first ?? this;
    return new Server([await freePort(), await freePort()], settings, first.engine, first);
  }

  /** A running server with these people (first names; the address is made of them). */
  static async with<N extends string>(
    names: readonly N[],
    settings: NodeJS.ProcessEnv = {},
  ): Promise<[Server, Record<N, Person>]> {
    const server = await Server.prepare(settings);
    try {
      server.addUsers(names);
      await server.start();
      return [server, await server.signInAll(names)];
    } catch (error) {
      await server.dispose();
      throw error;
    }
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  private get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      KALENDER_DATA: this.data,
      KALENDER_LISTEN: `127.0.0.1:${this.port}`,
      KALENDER_ADMIN_LISTEN: `127.0.0.1:${this.adminPort}`,
      KALENDER_LIMITS: 'off',
      KALENDER_LOG: process.env.KALENDER_LOG ?? 'warn',
      ...this.engine,
      ...this.settings,
    };
  }

  /** Runs a command of the binary and answers what it prints. */
  command(...args: string[]): string {
    return execFileSync(binary(), args, { env: this.env, encoding: 'utf8' });
  }

  /** The mails to an address, oldest first, as they lie in the outbox. */
  mails(to: string): string[] {
    const outbox = join(this.data, 'outbox');
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .filter((mail) => mail.includes(`\r\nTo: ${to}\r\n`));
  }

  /** More environment variables, from its next start on. */
  set(settings: NodeJS.ProcessEnv) {
    Object.assign(this.settings, settings);
  }

  /** Begins a command of the binary, which the test may end. */
  begin(...args: string[]): ChildProcess {
    return begin(binary(), args, { env: this.env, stdio: 'ignore' });
  }

  /** Adds verified people in one go; before `start`. */
  addUsers(names: readonly string[]) {
    const rows = names.map((name) => `${address(name)},${PASSWORD},${name},Test,${name},`);
    const file = join(this.data, 'people.csv');
    const head = 'email,password,first_name,last_name,user_name,relations';
    writeFileSync(file, [head, ...rows].join('\n'));
    this.command('user', 'add', '--from', file);
    rmSync(file);
  }

  async signInAll<N extends string>(names: readonly N[]): Promise<Record<N, Person>> {
    const people: Partial<Record<N, Person>> = {};
    for (const name of names) people[name] = await this.signIn(name);
    return people as Record<N, Person>;
  }

  /** A new session of a person. */
  signIn(name: string, password = PASSWORD): Promise<Person> {
    return Person.signIn(this, address(name), password);
  }

  async start(): Promise<void> {
    const child = begin(binary(), ['serve'], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    const keep = (chunk: Buffer) => {
      this.log = (this.log + chunk.toString()).slice(-20_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    await until('the server to be ready', async () => {
      if (child.exitCode !== null) throw new Error(`the server ended:\n${this.log}`);
      const answer = await fetch(`http://127.0.0.1:${this.adminPort}/readyz`).catch(() => null);
      return answer?.ok;
    });
  }

  /** As if the machine had lost power. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stands still, as a suspended machine does, until `resume`. */
  pause() {
    this.child?.kill('SIGSTOP');
  }

  resume() {
    this.child?.kill('SIGCONT');
  }

  /** The code it ended with, once it has ended by itself. */
  async exitCode(within: number): Promise<number> {
    const child = this.child;
    return until('the process to end', () => child?.exitCode, within);
  }

  /** What it wrote last. */
  get output() {
    return this.log;
  }

  /** What /readyz says. */
  async ready(): Promise<{ status: number; text: string }> {
    const answer = await fetch(`http://127.0.0.1:${this.adminPort}/readyz`);
    return { status: answer.status, text: await answer.text() };
  }

  /** As an operator stops it; answers how long it took. */
  async stop(): Promise<number> {
    const began = Date.now();
    await this.end('SIGTERM');
    return Date.now() - began;
  }

  private async end(signal: NodeJS.Signals) {
    await end(`the server after ${signal}`, this.child, signal, 15_000);
  }

  /** From now on `memory` counts the peak anew. */
  forgetPeak() {
    writeFileSync(`/proc/${this.child?.pid}/clear_refs`, '5');
  }

  /** Bytes of memory the server holds now, and the most it ever held. */
  memory(): { now: number; peak: number } {
    const status = readFileSync(`/proc/${this.child?.pid}/status`, 'utf8');
    const read = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  }

  /** From now on the process gets no more than `room` bytes of memory of its own beside what it has: who asks for more ends. */
  hold(room: number) {
    const status = readFileSync(`/proc/${this.child?.pid}/status`, 'utf8');
    const data = Number(/VmData:\s+(\d+)/.exec(status)?.[1]) * 1024;
    execFileSync('prlimit', [`--pid=${this.child?.pid}`, `--data=${data + room}`]);
  }

  /** What the operator's address says now. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.adminPort}/metrics`)).text();
    const line = text.split('\n').find((line) => line.startsWith(`${name} `));
    return line ? Number(line.split(' ')[1]) : 0;
  }

  async dispose(): Promise<void> {
    await this.end('SIGKILL').catch(() => {});
    if (process.env.KALENDER_SHOW_LOG) console.error(this.log);
    if (!this.first) releaseEngine(this.engine);
    if (this.first?.data === this.data) return;
    rmSync(this.data, { recursive: true, force: true });
  }
}

export const address = (name: string) => `${name}@exempel.se`;

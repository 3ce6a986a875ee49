/** What another program makes of calendars' files (`../ics/read.sh`). */

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { begin, end } from './child.ts';
import { soon } from './wait.ts';

const PROGRAM = resolve(import.meta.dirname, '../ics/read.sh');

/** Something that happens once. Times in UTC to the second; of days the first and the last one. */
export interface Occurrence {
  uid: string;
  title: string;
  start: string;
  end: string;
  allDay: boolean;
}

export interface Read {
  occurrences: Occurrence[];
  /** What it could not make sense of, or no program has to accept. */
  errors: string[];
  components: Record<string, number>;
  /** Of each event, or series, what its properties say. */
  texts: Record<string, Record<string, string>>;
}

export interface CorpusFile {
  name: string;
  file: string;
}

/** Files that the other program's own tests read. */
export function corpus(): CorpusFile[] {
  const said = execFileSync(PROGRAM, ['corpus'], { encoding: 'utf8', maxBuffer: 64 << 20 });
  return said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CorpusFile);
}

export class IcsReader {
  private readonly child: ChildProcess;
  private readonly waiting: ((said: Read | { unreadable: string }) => void)[] = [];

  constructor() {
    this.child = begin(PROGRAM, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout } = this.child;
    if (!stdout) throw new Error('no output of the reader');
    createInterface({ input: stdout }).on('line', (line) =>
      this.waiting.shift()?.(JSON.parse(line)),
    );
  }

  private ask(asked: { file: string; from: string; to: string; lenient: boolean }) {
    const said = new Promise<Read | { unreadable: string }>((done) => this.waiting.push(done));
    this.child.stdin?.write(`${JSON.stringify(asked)}\n`);
    return soon('what the other program reads', said, 60_000);
  }

  /** What happens between two days, the second not included; fails where anything is wrong with the file. */
  async read(file: string, from: string, to: string): Promise<Read> {
    const said = await this.ask({ file, from, to, lenient: false });
    assert.ok(!('unreadable' in said), JSON.stringify(said));
    assert.deepEqual(said.errors, []);
    return said;
  }

  /** The same of what others wrote; nothing where the program cannot read it. */
  async glance(file: string, from: string, to: string): Promise<Read | undefined> {
    const said = await this.ask({ file, from, to, lenient: true });
    return 'unreadable' in said ? undefined : said;
  }

  close() {
    return end('the reader of calendars', this.child);
  }
}

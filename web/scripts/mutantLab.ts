/** A copy of the web app in which one change at a time is made and tests are asked about it. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest, type InlineConfig, type Vitest } from 'vitest/node';

export type Change = { file: string; start: number; end: number; now: string };

/** Everything that tests read. */
const READ = [
  'src',
  'e2e',
  'scripts',
  'public',
  'index.html',
  'openapi.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** A change may make a test wait for what never comes; in ms. */
const PATIENCE = 20_000;
const TYPES = 'tsconfig.types.json';

export class MutantLab {
  private readonly home: string;
  private readonly web: string;
  private readonly vitest: Vitest;
  private sound = false;

  private constructor(home: string, web: string, vitest: Vitest) {
    this.home = home;
    this.web = web;
    this.vitest = vitest;
  }

  /** `more`: how the tests are run, where it is not as always. */
  static async open(root: string, more: InlineConfig = {}): Promise<MutantLab> {
    const home = mkdtempSync(join(tmpdir(), 'kalender-mutants-'));
    const web = join(home, 'web');
    mkdirSync(web);
    for (const name of READ) cpSync(join(root, name), join(web, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(web, 'node_modules'));
    symlinkSync(join(root, '../actors'), join(home, 'actors'));
    // Tests read some files by their place in the project.
    process.chdir(web);
    const vitest = await createVitest('test', {
      root: web,
      watch: false,
      reporters: [{}],
      testTimeout: PATIENCE,
      bail: 1,
      pool: 'threads',
      ...more,
    });
    await vitest.standalone();
    return new MutantLab(home, web, vitest);
  }

  /** Whether the tests of some files whose names fit still pass with a change. */
  async survives(
    { file, start, end, now }: Change,
    tests: string[],
    named = /./,
  ): Promise<boolean> {
    const path = join(this.web, file);
    const text = readFileSync(path, 'utf8');
    this.write(path, text.slice(0, start) + now + text.slice(end));
    try {
      this.vitest.setGlobalTestNamePattern(named);
      const files = tests.map((test) => join(this.web, test));
      const found = await this.vitest.globTestSpecifications(files);
      const { testModules, unhandledErrors } = await this.vitest.runTestSpecifications(found);
      // Files of earlier runs are told too, as they ended then.
      const asked = testModules.filter(({ moduleId }) => files.includes(moduleId));
      const passed = unhandledErrors.length === 0 && asked.every((one) => one.ok());
      if (passed && asked.length < files.length) throw new Error(`not all were run: ${tests}`);
      return passed;
    } finally {
      this.write(path, text);
    }
  }

  /** Whether the types still hold with a change: `make lint` asks that of every file. */
  typesHold({ file, start, end, now }: Change): boolean {
    if (!this.sound) {
      // What is not copied is not looked at; else nothing would hold.
      const only = { extends: './tsconfig.json', include: ['src'] };
      writeFileSync(join(this.web, TYPES), JSON.stringify(only));
      if (!this.check()) throw new Error('the types do not hold without a change');
      this.sound = true;
    }
    const path = join(this.web, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, start) + now + text.slice(end));
    const holds = this.check();
    writeFileSync(path, text);
    return holds;
  }

  private check(): boolean {
    const kept = join(this.home, 'types');
    const flags = ['-p', TYPES, '--noEmit', '--incremental', '--tsBuildInfoFile', kept];
    return spawnSync('tsc', flags, { cwd: this.web, stdio: 'ignore' }).status === 0;
  }

  async close(): Promise<void> {
    await this.vitest.close();
    rmSync(this.home, { recursive: true });
  }

  private write(path: string, text: string): void {
    writeFileSync(path, text);
    this.vitest.invalidateFile(path);
  }
}

/**
 * What Lighthouse says, with its phone profile, of the pages that people meet first: `npm run lighthouse`, or with
 * names of pages to look at those alone. A real server with a little data; the median of five runs counts; fails
 * below 95 in performance, accessibility or best practices. No test: it measures time and wants a quiet machine.
 * LIGHTHOUSE_REPORTS names a folder for the whole reports.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { pastTheWelcome, signedIn } from '../e2e/harness/session.ts';
import type { Person } from '../live/harness/person.ts';
import { freePort, Server } from '../live/harness/server.ts';
import config, { whole } from '../playwright.config.ts';

const RUNS = 5;
/** How often a visit is made that has brought no trace to judge. */
const TRIES = 3;
const ENOUGH = 0.95;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const required = ['performance', 'accessibility', 'best-practices'] as const;
const measures = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

interface Report {
  runtimeError?: { code: string; message: string };
  categories: Record<
    (typeof categories)[number],
    { score: number; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

// A folder of its own: it brings more packages than everything else here, and only this needs them.
const home = resolve(import.meta.dirname, '../lighthouse');
const tool = join(home, 'node_modules/lighthouse/cli/index.js');
if (!existsSync(tool)) {
  say('==> Installing Lighthouse');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...options], { cwd: home, stdio: 'inherit' });
}

function say(text: string) {
  process.stdout.write(`${text}\n`);
}

/** One visit with a browser that has no cache, as this person or as nobody. */
async function visit(url: string, person?: Person): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'kalender-lighthouse-'));
  const port = await freePort();
  // Without windows where there is such a browser: the other's own pages (its address field is one) are in the trace as well, and
  // take time beside what is measured.
  const { args, ...launch } = { ...whole, ...config.use?.launchOptions };
  const browser = await chromium.launchPersistentContext(profile, {
    ...launch,
    args: [...args, `--remote-debugging-port=${port}`],
    // People are where the server takes them to be: what came with the page is by that clock.
    env: { ...process.env, TZ: 'Europe/Stockholm' },
    // Lighthouse says how large its phone is.
    viewport: null,
  });
  try {
    if (person) {
      await pastTheWelcome(browser);
      await signedIn(browser, person);
    }
    const report = join(profile, 'report.json');
    await promisify(execFile)(process.execPath, [
      tool,
      url,
      '--quiet',
      `--port=${port}`,
      '--disable-storage-reset',
      `--only-categories=${categories.join(',')}`,
      '--output=json',
      `--output-path=${report}`,
    ]);
    return JSON.parse(readFileSync(report, 'utf8'));
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** A visit that says something of the page: now and then the browser gives a trace without its beginning (NO_NAVSTART). */
async function judged(name: string, url: string, person?: Person): Promise<Report> {
  for (let tries = 1; ; tries++) {
    const report = await visit(url, person);
    const error = report.runtimeError;
    if (!error) return report;
    if (tries === TRIES) throw new Error(`${name}: ${error.code} ${error.message}`);
    say(`  ${name}: ${error.code}, once more`);
  }
}

/** The run in the middle by performance; the other scores do not differ between runs. */
async function look(name: string, url: string, person?: Person): Promise<Report> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run++) {
    reports.push(await judged(name, url, person));
  }
  reports.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  const median = reports[Math.floor(RUNS / 2)];
  if (!median) throw new Error('no run');
  return median;
}

const [server, { astrid, bertil }] = await Server.with(['astrid', 'bertil']);
let failed = false;
try {
  const org = await astrid.found('Sollentuna friidrott');
  await astrid.relate(org.id, bertil, 'MEMBER');
  for (let n = 1; n <= 30; n++) {
    await (n % 3 ? astrid : bertil).say(org.general, `Träningen på torsdag, del ${n}.`);
  }
  const pages: Record<string, [path: string, person?: Person]> = {
    start: ['/'],
    login: ['/login'],
    holidays: ['/helgdagar'],
    day: ['/helgdagar/midsommardagen'],
    about: ['/docs/om'],
    organisation: [`/${org.slug}`],
    home: ['/', astrid],
    chat: [`/konversation/${org.ws}/${org.general}`, astrid],
    settings: ['/settings', astrid],
    led: [`/${org.slug}`, astrid],
  };
  const wanted = process.argv.slice(2);
  const reports = process.env.LIGHTHOUSE_REPORTS;
  say(['page'.padEnd(14), ...categories, ...Object.keys(measures)].join('  '));
  for (const [name, [path, person]] of Object.entries(pages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const report = await look(name, server.url + path, person);
    if (reports) {
      mkdirSync(reports, { recursive: true });
      writeFileSync(join(reports, `${name}.json`), JSON.stringify(report));
    }
    const score = (category: (typeof categories)[number]) => report.categories[category].score;
    const cells = categories.map((category) =>
      String(Math.round(score(category) * 100)).padStart(category.length),
    );
    const shown = Object.values(measures).map((id) => report.audits[id]?.displayValue ?? '–');
    say([name.padEnd(14), ...cells, ...shown].join('  '));
    for (const category of required) {
      if (score(category) >= ENOUGH) continue;
      failed = true;
      for (const { id, weight } of report.categories[category].auditRefs) {
        const audit = report.audits[id];
        if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) continue;
        say(`  ${category}: ${audit.title} ${audit.displayValue ?? ''}`);
      }
    }
  }
} finally {
  await server.dispose();
}
process.exit(failed ? 1 : 0);

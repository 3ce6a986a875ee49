import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

const found = (...names: string[]) =>
  execFileSync('sh', ['-c', names.map((name) => `command -v ${name}`).join(' || ')], {
    encoding: 'utf8',
  }).trim();

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's browser, with what its shell without windows lacks, as push: `test.use({ launchOptions: whole })`. */
export const whole = { executablePath: found('chromium', 'chromium-browser'), args };

export default defineConfig({
  testDir: 'e2e',
  // Long, and of no use beside other work: runs of their own (`make typing`, `make endurance`).
  testIgnore: [
    process.env.KALENDER_TYPING ? '' : '**/typing.spec.ts',
    process.env.KALENDER_ENDURANCE ? '' : '**/endurance.spec.ts',
  ].filter(Boolean),
  // Far longer than it takes, for machines that do much else.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  // Each has a server of its own.
  workers: 2,
  // What passes only the second time is named as flaky in the end, and is a fault to be looked for.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    actionTimeout: 30_000,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // A trace of everything costs as much again as what it shows.
    trace: 'on-first-retry',
    // The same engine without windows takes a fifth less of a processor. Playwright's own download is not needed.
    launchOptions: {
      executablePath: found('chromium-headless-shell', 'chromium', 'chromium-browser'),
      args,
    },
  },
});

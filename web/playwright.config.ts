import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';

/** Debian's browser: Playwright's own download is not needed. */
const chromium = execFileSync('sh', ['-c', 'command -v chromium || command -v chromium-browser'], {
  encoding: 'utf8',
}).trim();

export default defineConfig({
  testDir: 'e2e',
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
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

import { defineConfig } from '@playwright/test';
import product from '../../playwright.config.ts';

// The server of the example: `cargo build -p kalender --example notices`.
const binary = process.env.KALENDER_EXAMPLE_BIN;
if (!binary) throw new Error('set KALENDER_EXAMPLE_BIN to the binary of the example');
process.env.KALENDER_BIN = binary;

export default defineConfig({
  ...product,
  testDir: import.meta.dirname,
  testMatch: '*.spec.ts',
  workers: 1,
  use: {
    ...product.use,
    launchOptions: {
      ...product.use?.launchOptions,
      // The page is handed in by the test and not by the server, so the browser holds its live connection for one from outside.
      args: [
        ...(product.use?.launchOptions?.args ?? []),
        '--disable-features=LocalNetworkAccessChecks',
      ],
    },
  },
});

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
});

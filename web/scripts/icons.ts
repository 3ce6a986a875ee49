/** Draws the icons that a phone shows of the installed app, of the mark in public/favicon.svg: `node scripts/icons.ts`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

/** `share`: how much of the picture the mark takes; the phone cuts a maskable one round, and Apple's has no gaps. */
const icons = [
  { name: 'icon-192.png', size: 192, share: 0.92, ground: 'transparent' },
  { name: 'icon-512.png', size: 512, share: 0.92, ground: 'transparent' },
  { name: 'icon-maskable-512.png', size: 512, share: 0.6, ground: '#edf8f5' },
  { name: 'apple-touch-icon.png', size: 180, share: 0.72, ground: '#edf8f5' },
];

const folder = fileURLToPath(new URL('../public/', import.meta.url));
const mark = readFileSync(`${folder}favicon.svg`, 'utf8');
const executablePath = execFileSync(
  'sh',
  ['-c', 'command -v chromium || command -v chromium-browser'],
  {
    encoding: 'utf8',
  },
).trim();

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const { name, size, share, ground } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = Math.round(size * share);
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}svg{width:${inner}px;height:${inner}px}</style>${mark}`,
  );
  await page.screenshot({ path: folder + name, omitBackground: true });
  await page.close();
}
await browser.close();

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signIn } from './api-sign-in.ts';
import { launchChromium } from './chromium.ts';

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string', default: 'http://localhost:9000' },
    out: { type: 'string', default: '/tmp/shots' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    theme: { type: 'string', default: 'light' },
    full: { type: 'boolean', default: false },
    stranger: { type: 'boolean', default: false },
  },
});

mkdirSync(values.out, { recursive: true });
const browser = await launchChromium();
const context = await browser.newContext({
  viewport: { width: Number(values.width), height: Number(values.height) },
  colorScheme: values.theme === 'dark' ? 'dark' : 'light',
  timezoneId: 'Europe/Riga',
});
if (!values.stranger) await signIn(context, values.base);
for (const path of paths) {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') console.log(`${path}: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.log(`${path}: ${error.message}`));
  await page.goto(`${values.base}${path}`);
  // Doesn't wait for an idle network, because the live stream is always open.
  await page.waitForLoadState('load');
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => console.log(`${path}: no heading came.`));
  await page
    .waitForFunction(() => document.querySelector('[role=progressbar]') === null, null, { timeout: 5000 })
    .catch(() => {});
  const name = `${path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'}-${values.width}-${values.theme}.png`;
  await page.screenshot({ path: join(values.out, name), fullPage: values.full });
  console.log(join(values.out, name));
  await page.close();
}
await browser.close();

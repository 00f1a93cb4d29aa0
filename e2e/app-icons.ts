import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from './chromium.ts';

// Draws the icons of the installed application from the logo in favicon.svg. Run this script after changing the logo.

const FOLDER = join(import.meta.dirname, '../web/public');
const SIZE = 32;
const mark = readFileSync(join(FOLDER, 'favicon.svg'), 'utf8');
const content = mark.replace(/^[\s\S]*?<\/title>|<\/svg>\s*$/g, '');
const ground = /<rect width="32" height="32" rx="8" fill="(#\w+)"\/>/.exec(content);
if (ground === null) throw new Error('favicon.svg must begin with a rounded square of the whole size.');
const bars = content.replace(ground[0], '');

/** Systems crop maskable icons to a circle of 80%, so the logo is smaller and the background fills the icon. */
const whole = `<rect width="${SIZE}" height="${SIZE}" fill="${ground[1]}"/><g transform="translate(4.8 4.8) scale(.7)">${bars}</g>`;
/** Systems use only the alpha channel of this icon. */
const plain = `<g transform="translate(0 0)" fill="#fff">${bars}</g>`;

const ICONS = [
  { name: 'icon-192.png', pixels: 192, drawing: content },
  { name: 'icon-512.png', pixels: 512, drawing: content },
  { name: 'icon-maskable-512.png', pixels: 512, drawing: whole },
  { name: 'apple-touch-icon.png', pixels: 180, drawing: whole },
  { name: 'badge-96.png', pixels: 96, drawing: plain },
];

const browser = await launchChromium();
const page = await browser.newPage();
for (const { name, pixels, drawing } of ICONS) {
  await page.setViewportSize({ width: pixels, height: pixels });
  await page.setContent(
    `<style>*{margin:0}</style><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${pixels}" height="${pixels}" style="display:block">${drawing}</svg>`,
  );
  writeFileSync(join(FOLDER, name), await page.screenshot({ omitBackground: true }));
}
await browser.close();

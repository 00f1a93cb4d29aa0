import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Flags that keep Chromium from using the network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns null if Chromium is not installed. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM;
  return (named === undefined ? PLACES : [named]).find((path) => existsSync(path)) ?? null;
}

export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error('No Chromium was found. Install it (apt-get install chromium), or name it in CHROMIUM.');
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

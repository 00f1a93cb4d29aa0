import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * Features that only cost time. For example, the popups of the address bar are separate pages in every window, even
 * without a screen, and take a third of Chromium's processor time.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  // Playwright disables this feature too, but our flag with this list replaces Playwright's flag.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Flags that prevent Chromium from using the network and from doing useless work. */
const FLAGS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
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

/**
 * Returns the headless shell, which is Chromium without its windows, or else Chromium. The headless shell takes a seventh less processor
 * time, but it has no notifications and may choose other fonts.
 */
export function findHeadlessShell(): string | null {
  if (process.env.CHROMIUM === undefined && existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  return findChromium();
}

export interface LaunchOptions {
  /** Default: {@link findChromium}. */
  readonly executablePath?: string | null;
  readonly flags?: readonly string[];
}

export function launchChromium({
  executablePath = findChromium(),
  flags = [],
}: LaunchOptions = {}): Promise<Browser> {
  if (executablePath === null)
    throw new Error('No Chromium was found. Install it (apt-get install chromium), or name it in CHROMIUM.');
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

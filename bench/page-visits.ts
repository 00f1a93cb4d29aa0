import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { signIn } from '../e2e/api-sign-in.ts';
import type { ServedApplication } from '../e2e/served-application.ts';
import { installProbe, type Probe } from './page-probe.ts';

/** Opens a browser context with an empty cache and without a session. */
export async function openContext(browser: Browser, { baseURL }: ServedApplication): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Europe/Riga',
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(installProbe);
  return context;
}

/** Like {@link openContext}, with the cookie of a session. */
export async function openSignedIn(
  browser: Browser,
  application: ServedApplication,
): Promise<BrowserContext> {
  const context = await openContext(browser, application);
  await signIn(context, application.baseURL);
  return context;
}

export interface Usable {
  readonly page: Page;
  /** Milliseconds from the navigation until the list can be used. */
  readonly ms: number;
  /** Processor time of the page's main thread. */
  readonly threadMs: number;
}

/** A mobile network that Lighthouse calls slow 4G: 1.6 Mbit/s, and 150 ms until a response begins. */
const SLOW_LINK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Opens the list in a new page, and waits until it can be used. */
export async function openList(
  context: BrowserContext,
  { isLinkSlow = false }: { readonly isLinkSlow?: boolean } = {},
): Promise<Usable> {
  const page = await context.newPage();
  if (isLinkSlow) {
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', SLOW_LINK);
  }
  const processor = await processorOf(page);
  await page.goto('/monitors', { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => window.probe.usableAt);
  const ms = (await handle.jsonValue()) ?? 0;
  return { page, ms, threadMs: await processor.threadMs() };
}

/**
 * Returns a function that reads how much processor time the main thread of the page has used. Other load on the machine
 * has no effect.
 */
export async function processorOf(page: Page): Promise<{ threadMs(): Promise<number> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async threadMs() {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    },
  };
}

export interface Vitals {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
  /** Total blocking time: the part of each long task beyond 50 ms, summed over all tasks after the first paint. */
  readonly blockingMs: number;
}

/** How long a page must be idle before it counts as loaded. */
const REST_MS = 2000;
const BLOCKING_MS = 50;

/** Measures Lighthouse's metrics of a page that a browser opens with an empty cache. */
export async function readVitals(page: Page, path: string): Promise<Vitals> {
  // Doesn't wait for an idle network, because the page receives live events as long as it is open.
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForTimeout(REST_MS);
  const { firstPaintAt, largestPaintAt, layoutShift, longTasks } = await page.evaluate<
    Pick<Probe, 'firstPaintAt' | 'largestPaintAt' | 'layoutShift' | 'longTasks'>
  >(() => ({ ...window.probe }));
  const from = firstPaintAt ?? 0;
  return {
    firstPaintMs: from,
    largestPaintMs: largestPaintAt,
    layoutShift,
    blockingMs: longTasks.reduce(
      (sum, { at, ms }) => sum + Math.max(0, Math.min(ms, at + ms - from) - BLOCKING_MS),
      0,
    ),
  };
}

/** Returns the transferred size of the scripts of a page, in kB of 1000 bytes. */
export async function readScripts(page: Page): Promise<Readonly<Record<'br' | 'gzip', number>>> {
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.endsWith('.js')),
  );
  const kilobytes = async (encoding: string): Promise<number> => {
    const sizes = await Promise.all(
      [...new Set(scripts)].map(async (url) => {
        const { headers } = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': encoding } });
        return Number(headers.get('Content-Length'));
      }),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  return { br: await kilobytes('br'), gzip: await kilobytes('gzip') };
}

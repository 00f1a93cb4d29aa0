/**
 * How quick is the application in a real browser? Measures how soon a list of 10 000 monitors can be used, how soon it reacts to
 * a key press, how smoothly it scrolls, and how it behaves when a thousand monitors change each second.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../e2e/chromium.ts';
import { type ServedApplication, type ServiceOptions, serveApplication } from '../e2e/served-application.ts';
import { benchOnSharedCores } from './bench.ts';
import { createLatencies, type Latencies } from './latencies.ts';
import { pace } from './load.ts';
import { measureChange, scroll, watchFrames } from './page-frames.ts';
import { openContext, openList, openSignedIn, processorOf, readScripts, readVitals } from './page-visits.ts';
import { roundOf } from './pings.ts';
import type { Figure } from './report.ts';
import { pingIDOf } from './seeded-monitor.ts';
import { noteShownFrames } from './shown-frames.ts';

const MONITORS = 10_000;
/** Number of monitors whose last ping was a failure, so that there are monitors to filter. */
const DOWN = 300;
const CHANGES_PER_SECOND = 1000;
const CONNECTIONS = 32;
const SCROLL = { pixels: 40_000, speed: 4000 };
/** Pause between key presses while monitors change. */
const PAUSE_MS = 400;
const CHANGES_SHOWN = 10;

await benchOnSharedCores(
  'How quick is the application in Chromium, with 10 000 monitors in the team?',
  { trials: 5, seconds: 10 },
  async ({ numbers: { trials, seconds }, own, release }) => {
    buildApplication();
    const serve = async (team: ServiceOptions['team']) => own(await serveApplication({ team }));
    const chromium = await launchChromium();
    own({ stop: () => chromium.close() });

    const sample = await serve('sample');
    const vitals = [];
    for (const path of ['/monitors', '/sign-in'] as const)
      vitals.push(...(await measureVitals(chromium, sample, path, trials)));
    await release(sample);

    const many = await serve(MONITORS);
    await failSome(many);
    const opening = await measureOpening(chromium, many, trials);

    const context = await openSignedIn(chromium, many);
    const { page } = await openList(context);
    const answering = await measureResponses(page, 2 * trials);

    const scrolling = await measureScrolling(chromium, page);

    const changing = await measureChanges(page, many, seconds);
    await release(many);
    return {
      figures: [...opening, ...answering, ...scrolling, ...changing, ...vitals],
      notes: ['Chromium painted in software, 60 frames a second.'],
    };
  },
  'The server, the browser and the sender of the pings shared all cores; nothing was pinned.',
);

/** Builds the application if its sources have changed. */
function buildApplication(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../web/scripts/build.ts')], {
    stdio: ['ignore', process.stderr.fd, 'inherit'],
  });
}

async function failSome(application: ServedApplication): Promise<void> {
  const fails = Array.from(
    { length: DOWN },
    (_, n) => `${application.baseURL}/ping/${pingIDOf(n * 31 + 1)}/fail`,
  );
  for (const url of fails) {
    const { status } = await fetch(url, { method: 'POST' });
    if (status !== 200) throw new Error(`A ping was answered with ${status}.`);
  }
}

async function measureOpening(
  browser: Browser,
  application: ServedApplication,
  trials: number,
): Promise<readonly Figure[]> {
  const first = createVisits('first visit', 1000);
  const again = createVisits('later visit', 1000);
  const slow = createVisits('first visit at 1.6 Mbit/s', 5000);
  let scripts = { br: 0, gzip: 0 };
  for (let trial = 0; trial < trials; trial += 1) {
    const context = await openSignedIn(browser, application);
    const cold = await openList(context);
    first.add(cold);
    scripts = await readScripts(cold.page);
    await cold.page.close();
    again.add(await openList(context));
    await context.close();
    const slowContext = await openSignedIn(browser, application);
    slow.add(await openList(slowContext, { isLinkSlow: true }));
    await slowContext.close();
  }
  return [
    ...first.figures(),
    ...again.figures(),
    ...slow.figures(),
    { name: 'scripts of the first visit, brotli', value: scripts.br, unit: 'kB', atMost: 200 },
    { name: 'scripts of the first visit, gzip', value: scripts.gzip, unit: 'kB', atMost: 200 },
  ];
}

function createVisits(name: string, atMost: number) {
  const usable = createLatencies();
  const thread = createLatencies();
  return {
    add({ ms, threadMs }: { readonly ms: number; readonly threadMs: number }): void {
      usable.add(ms);
      thread.add(threadMs);
    },
    figures: (): readonly Figure[] => [
      {
        name: `${name}: until the list can be used, median`,
        value: usable.percentile(0.5),
        unit: 'ms',
        atMost,
      },
      { name: `${name}: slowest`, value: usable.percentile(1), unit: 'ms' },
      { name: `${name}: processor time of the page`, value: thread.percentile(0.5), unit: 'ms' },
    ],
  };
}

/** Measures the time from a key press or click until the changed list is painted. */
async function measureResponses(page: Page, trials: number): Promise<readonly Figure[]> {
  const search = createLatencies();
  const filter = createLatencies();
  const processor = await processorOf(page);
  const threadBefore = await processor.threadMs();
  const field = page.getByLabel('Search monitors');
  for (let trial = 0; trial < trials; trial += 1) {
    await field.focus();
    // Narrows the search to a few monitors, and widens it again.
    for (const key of ['9', '9', 'Backspace', 'Backspace'])
      search.add(await measureChange(page, () => page.keyboard.press(key)));
    const down = page.getByRole('button', { name: /^\d+ down$/ });
    for (let turn = 0; turn < 2; turn += 1) filter.add(await measureChange(page, () => down.click()));
  }
  const threadMs = (await processor.threadMs()) - threadBefore;
  return [
    ...latencyFigures('a key of the search', search, 100),
    ...latencyFigures('a filter', filter, 100),
    { name: 'each of these: processor time of the page', value: threadMs / (6 * trials), unit: 'ms' },
  ];
}

async function measureScrolling(browser: Browser, page: Page): Promise<readonly Figure[]> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const processor = await processorOf(page);
  const threadBefore = await processor.threadMs();
  const countShown = await noteShownFrames(browser, page);
  const frames = await watchFrames(page, () => scroll(page, SCROLL));
  const shown = await countShown();
  const threadMs = (await processor.threadMs()) - threadBefore;
  await page.evaluate(() => window.scrollTo(0, 0));
  const figures: readonly Figure[] = [
    { name: 'frames', value: shown.count, unit: '' },
    { name: 'dropped', value: shown.dropped, unit: '', atMost: 0 },
    { name: 'frames with a part not painted yet', value: shown.blank, unit: '' },
    { name: 'least that was ready below the window', value: frames.readyPxMin, unit: 'px', atLeast: 0 },
    { name: 'frames shown before the page had changed its rows', value: shown.late, unit: '' },
    { name: 'frames that the page itself missed', value: frames.dropped, unit: '' },
    { name: 'longest time without a frame of the page', value: frames.longestMs, unit: 'ms' },
    { name: 'tasks over 50 ms', value: frames.longTasks, unit: '', atMost: 0 },
    { name: 'processor time of the page for a frame', value: threadMs / frames.count, unit: 'ms' },
  ];
  return figures.map((figure) => ({ ...figure, name: `scrolling 1 000 rows: ${figure.name}` }));
}

async function measureChanges(
  page: Page,
  application: ServedApplication,
  seconds: number,
): Promise<readonly Figure[]> {
  const { port } = new URL(application.baseURL);
  const pingIDs = Array.from({ length: MONITORS }, (_, n) => pingIDOf(((n * 7919) % MONITORS) + 1));
  const processor = await processorOf(page);
  const threadBefore = await processor.threadMs();
  const search = createLatencies();
  const field = page.getByLabel('Search monitors');
  let isOver = false;
  let pings = { responses: 0, statuses: {} as Readonly<Record<string, number>>, seconds: 0 };
  const frames = await watchFrames(page, async () => {
    const sending = pace({
      ports: [Number(port)],
      perSecond: CHANGES_PER_SECOND,
      connections: CONNECTIONS,
      msMax: seconds * 1000,
      isDone: () => false,
      next: roundOf(pingIDs),
    }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await field.focus();
      for (const key of ['9', '9', 'Backspace', 'Backspace']) {
        search.add(await measureChange(page, () => page.keyboard.press(key)));
        await page.waitForTimeout(PAUSE_MS);
      }
    }
    pings = await sending;
  });
  const threadMs = (await processor.threadMs()) - threadBefore;
  const delays = await measureDelays(page, application);
  return [
    {
      name: 'changes a second',
      value: pings.responses / pings.seconds,
      unit: '',
      atLeast: 0.95 * CHANGES_PER_SECOND,
    },
    { name: 'meanwhile: longest frame', value: frames.longestMs, unit: 'ms', atMost: 200 },
    {
      name: 'meanwhile: frames dropped',
      value: (100 * frames.dropped) / (frames.count + frames.dropped),
      unit: '%',
    },
    { name: 'meanwhile: longest task', value: frames.longestTaskMs, unit: 'ms' },
    { name: 'meanwhile: processor time of the page', value: threadMs / pings.seconds / 10, unit: '%' },
    ...latencyFigures('meanwhile: a key of the search', search, 100),
    ...latencyFigures('a change, until it is painted', delays, 1000),
  ];
}

/** Measures the time from the ping of a visible monitor to the frame that shows its status. */
async function measureDelays(page: Page, application: ServedApplication): Promise<Latencies> {
  const delays = createLatencies();
  const number = MONITORS - 1;
  const name = `Backup of host ${number}`;
  await page.getByLabel('Search monitors').fill(name);
  await page.getByRole('row', { name }).waitFor();
  for (let turn = 0; turn < CHANGES_SHOWN; turn += 1) {
    const shown = page.evaluate((row) => window.probe.nextStatus(row), name);
    await page.evaluate(() => undefined);
    const sentAt = Date.now();
    await fetch(`${application.baseURL}/ping/${pingIDOf(number)}${turn % 2 === 0 ? '/fail' : ''}`);
    delays.add((await shown) - sentAt);
  }
  return delays;
}

async function measureVitals(
  browser: Browser,
  application: ServedApplication,
  path: '/monitors' | '/sign-in',
  trials: number,
): Promise<readonly Figure[]> {
  const all = [];
  for (let trial = 0; trial < trials; trial += 1) {
    const open = path === '/sign-in' ? openContext : openSignedIn;
    const context = await open(browser, application);
    all.push(await readVitals(await context.newPage(), path));
    await context.close();
  }
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
  const figure = (name: string, values: readonly number[], unit: string, atMost: number): Figure => ({
    name: `${path}, small team: ${name}`,
    value: median(values),
    unit,
    atMost,
  });
  // Thresholds that Lighthouse rates as good on a desktop.
  return [
    figure(
      'first contentful paint',
      all.map(({ firstPaintMs }) => firstPaintMs),
      'ms',
      900,
    ),
    figure(
      'largest contentful paint',
      all.map(({ largestPaintMs }) => largestPaintMs),
      'ms',
      1200,
    ),
    figure(
      'cumulative layout shift',
      all.map(({ layoutShift }) => layoutShift),
      '',
      0.1,
    ),
    figure(
      'total blocking time',
      all.map(({ blockingMs }) => blockingMs),
      'ms',
      150,
    ),
  ];
}

function latencyFigures(name: string, latencies: Latencies, atMost: number): readonly Figure[] {
  return [
    { name: `${name}: median`, value: latencies.percentile(0.5), unit: 'ms', atMost },
    { name: `${name}: slowest`, value: latencies.percentile(1), unit: 'ms' },
  ];
}

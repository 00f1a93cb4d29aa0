import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { saveData } from './data-saver.ts';
import { settle } from './page-table.ts';
import { quietCron } from './quiet-cron.ts';
import { browserTest, useStage } from './stage.ts';

const INCIDENTS = 60;
const STORM_MS = 20_000;
/** Maximum bytes of all responses to one page while 60 incidents open. */
const BYTES_MAX = 100_000;
const PATIENCE_MS = 90_000;

const stage = useStage({ team: 'new' });

/** Counts the bytes of all response bodies as they arrive, compressed or not. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

browserTest(
  'sixty incidents in twenty seconds cost no page 100 kB',
  async () => {
    const api = stage.api();
    const monitors = await Promise.all(
      Array.from({ length: INCIDENTS }, (_, number) =>
        api.monitors.create({
          name: `send invoices of region ${number}`,
          schedule: { cron: quietCron(), timezone: 'Europe/Riga' },
          tags: ['prod', `region-${number % 7}`],
        }),
      ),
    );
    const earlier = await api.monitors.create({ name: 'down before the outage' });
    await fetch(`${earlier.pingURL}/fail`, { method: 'POST' });
    const { incidents } = await api.incidents.list();
    const paths = [
      '/account',
      '/monitors',
      `/monitors/${earlier.shortID}`,
      `/incidents/${incidents[0]?.incidentID}`,
      '/incidents',
      '/timeline',
      '/wallboard',
      '/on-call',
      '/days',
      '/channels',
      '/projects',
    ];
    const { context } = await stage.visitor();
    const session = await context.storageState();
    const pages = await Promise.all(
      paths.map(async (path) => {
        // A context for each page, because a browser opens only six connections of one context to a service.
        const own = await stage.browser.newContext({
          baseURL: stage.service.baseURL,
          storageState: session,
          reducedMotion: 'reduce',
        });
        await saveData(own);
        const page = await own.newPage();
        // Counts before the page opens, because events count only for requests that begin later. The live stream begins at once.
        const bytes = await countBytes(page);
        await page.goto(path);
        await settle(page);
        const opened = bytes();
        return { path, bytes: () => bytes() - opened };
      }),
    );

    const startedAt = performance.now();
    for (const [number, { pingURL }] of monitors.entries()) {
      const waitMs = startedAt + (number * STORM_MS) / INCIDENTS - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
      await fetch(`${pingURL}/fail`, { method: 'POST', body: 'db01: connection refused' });
    }
    expect((await api.incidents.countOpen()).open).toBe(INCIDENTS + 1);
    await new Promise((resolve) => setTimeout(resolve, 6000));

    const received = pages.map(({ path, bytes }) => ({ path, bytes: bytes() }));
    console.table(received);
    expect(received.filter(({ bytes }) => bytes >= BYTES_MAX)).toEqual([]);
  },
  PATIENCE_MS,
);

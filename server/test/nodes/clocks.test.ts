import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { makeDataFolder } from '../data-folder.ts';
import { openNodesForTest, required } from './nodes-for-test.ts';
import { until } from './until.ts';

/**
 * Maximum error of a recorded time. The error consists of an uncorrected clock difference below 250 ms and the ping's time on the
 * network.
 */
const NEAR_MS = 1000;
const LIMIT_MS = 3000;

const event = z.object({ number: z.int(), at: z.string(), duration: z.number() });
const transition = z.object({ to: z.string(), at: z.string() });

const PRELOADED = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'skew.mjs')).href}`,
};

function skewed(ms: number): Readonly<Record<string, string>> {
  return { ...PRELOADED, SKEW_MS: String(ms) };
}

test('nodes whose clocks are a minute apart agree on deadlines, and date verdicts by the true time', async () => {
  const nodes = await openNodesForTest();
  const [ahead, behind] = await Promise.all([nodes.start(skewed(30_000)), nodes.start(skewed(-30_000))]);
  const jobs = await nodes.createMonitors(4, { maxRunDuration: LIMIT_MS / 1000 });
  const [first, second, third, fourth] = jobs.map(({ path }) => path);
  const startedAt = Date.now();
  await Promise.all([
    ahead.ping(`${first}/start`),
    behind.ping(`${second}/start`),
    ahead.ping(`${third}/start`),
    behind.ping(`${fourth}/start`),
  ]);
  // Each run's end is sent to the other node. The third and fourth runs never end.
  await Promise.all([behind.ping(`${first}/end`), ahead.ping(`${second}/end`)]);
  await until(async () => {
    for (const { shortID } of jobs.slice(2))
      expect(await ahead.readMonitor(shortID)).toMatchObject({ status: 'down' });
  });
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(LIMIT_MS);
  expect(Date.now() - startedAt).toBeLessThan(LIMIT_MS + 5000);
  for (const { shortID } of jobs.slice(0, 2))
    expect(await behind.readMonitor(shortID)).toMatchObject({ status: 'up' });
  for (const { shortID } of jobs) {
    const { events } = await ahead.api('GET', `/v1/monitors/${shortID}/events/`);
    for (const { at, duration } of z.array(event).parse(events)) {
      expect(Math.abs(Date.parse(at) - startedAt)).toBeLessThan(NEAR_MS);
      expect(duration).toBeLessThan(NEAR_MS / 1000);
    }
  }
  for (const { shortID } of jobs.slice(2)) {
    const { transitions } = await behind.api('GET', `/v1/monitors/${shortID}/transitions/`);
    const down = required(z.array(transition).parse(transitions)[0]);
    expect(down.to).toBe('down');
    expect(Math.abs(Date.parse(down.at) - startedAt - LIMIT_MS)).toBeLessThan(NEAR_MS);
  }
  expect(await nodes.query('SELECT * FROM blind_windows WHERE brief = 0')).toEqual([]);
});

test('a clock that is changed while its node has no database misdates no spooled ping', async () => {
  const nodes = await openNodesForTest();
  const folder = makeDataFolder('overdue-skew-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const SKEW_FILE = join(folder, 'skew');
  writeFileSync(SKEW_FILE, '0');
  const away = await nodes.start({ ...PRELOADED, ...nodes.gated, SKEW_FILE });
  await nodes.start();
  const [job] = await nodes.createMonitors(1, { schedule: { interval: 10, graceDuration: 5 } });
  const { path, shortID } = required(job);
  await away.ping(path);
  const startedAt = Date.now();
  nodes.gate.shut();
  writeFileSync(SKEW_FILE, '300000');
  await until(async () => {
    expect(await away.ping(path)).toMatchObject({ status: 200, number: 0 });
    expect(Date.now() - startedAt).toBeGreaterThan(5000);
  });
  nodes.gate.open();
  await until(async () => expect((await away.ping(path)).number).toBeGreaterThan(0));
  const { events } = await away.api('GET', `/v1/monitors/${shortID}/events/`);
  for (const { at } of z.array(z.object({ at: z.string() })).parse(events))
    expect(Date.parse(at) - Date.now()).toBeLessThan(NEAR_MS);
  expect(await nodes.query("SELECT 1 FROM transitions WHERE to_status = 'down'")).toEqual([]);
  expect(await nodes.query('SELECT 1 FROM blind_windows WHERE brief = 0')).toEqual([]);
});

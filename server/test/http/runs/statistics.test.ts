import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, NOW, openAPI, wrongFields } from '../api.ts';

const at = (ms: number) => new Date(NOW + ms).toISOString();

test('the runs that began in a period are counted and measured', async () => {
  const { send, create, ping, clock } = await openAPI();
  const { shortID } = await create({ schedule: { interval: 3600, graceDuration: 600 } });
  await ping(shortID, 'end', { durationMs: 1000 });
  clock.time = NOW + HOUR;
  await ping(shortID, 'start', { rid: 'a' });
  clock.time += 2 * MINUTE;
  await ping(shortID, 'fail', { rid: 'a' });
  // Two occurrences pass without a report, and a third run begins ten seconds late.
  clock.time = NOW + 4 * HOUR + 10_000;
  await ping(shortID, 'start', { rid: 'b' });
  const { data } = await send(
    'GET',
    `/v1/monitors/${shortID}/statistics/?from=${at(-HOUR)}&to=${at(5 * HOUR)}&buckets=2`,
  );
  expect(data.statistics).toEqual({
    from: at(-HOUR),
    to: at(5 * HOUR),
    truncated: false,
    runs: 5,
    running: 1,
    succeeded: 1,
    failed: 1,
    timedOut: 0,
    missed: 2,
    unknown: 0,
    successRate: 0.25,
    durationP50: 1,
    durationP95: 120,
    durationMax: 120,
    startLagP50: 0,
    startLagP95: 10,
    buckets: [
      { at: at(-HOUR), runs: 2, failed: 1, missed: 0, durationP50: 1, durationP95: 120, durationMax: 120 },
      {
        at: at(2 * HOUR),
        runs: 3,
        failed: 0,
        missed: 2,
        durationP50: null,
        durationP95: null,
        durationMax: null,
      },
    ],
  });
});

test('the last 30 days in 30 parts are the default', async () => {
  const { send, create } = await openAPI();
  const { shortID } = await create();
  const { text } = await send('GET', `/v1/monitors/${shortID}/statistics`);
  const { statistics } = JSON.parse(text).data;
  expect(statistics).toMatchObject({ from: at(-30 * DAY), to: at(0), runs: 0, successRate: null });
  expect(statistics.buckets).toHaveLength(30);
});

test.each([
  ['buckets=0', ['buckets']],
  ['buckets=201', ['buckets']],
  ['from=2030-01-01T00:00:00Z', ['from']],
  ['to=soon', ['to']],
])('the query %j is refused', async (query, fields) => {
  const { send, create } = await openAPI();
  const { shortID } = await create();
  expect(wrongFields(await send('GET', `/v1/monitors/${shortID}/statistics/?${query}`))).toEqual(fields);
});

test('monitors of other teams are unknown', async () => {
  const { send, create, addTeam } = await openAPI();
  const { shortID } = await create({}, await addTeam('Other'));
  expect(await send('GET', `/v1/monitors/${shortID}/statistics/`)).toMatchObject({ status: 404 });
});

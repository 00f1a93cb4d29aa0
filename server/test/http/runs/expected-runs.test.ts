import { expect, test } from 'vitest';
import { DAY, HOUR, NOW, openAPI, wrongFields } from '../api.ts';

const at = (ms: number) => new Date(NOW + ms).toISOString();

test('expected runs are listed with their usual length', async () => {
  const { send, create, ping, clock } = await openAPI();
  const nightly = await create({
    name: 'nightly',
    tags: ['db'],
    schedule: { cron: '0 2 * * *', timezone: 'UTC' },
  });
  const busy = await create({ name: 'busy', schedule: { interval: 60 } });
  const paused = await create({ name: 'paused', schedule: { interval: 60 } });
  await create({ name: 'waits for its first ping', schedule: { interval: 60 } });
  for (const durationMs of [1000, 9000, 2000]) await ping(nightly.shortID, 'end', { durationMs });
  await ping(nightly.shortID, 'fail', { durationMs: 50_000 });
  await ping(busy.shortID, 'end');
  await ping(paused.shortID, 'end');
  await send('POST', `/v1/monitors/${paused.shortID}/pause/`);
  const { data } = await send('GET', `/v1/runs/expected/?to=${at(2 * DAY)}`);
  expect(data.expected).toEqual([
    {
      shortID: nightly.shortID,
      usualDuration: 2,
      spans: ['22', '23'].map((day) => ({
        firstAt: `2026-11-${day}T02:00:00.000Z`,
        lastAt: `2026-11-${day}T02:00:00.000Z`,
      })),
    },
    {
      shortID: busy.shortID,
      usualDuration: null,
      spans: [{ firstAt: at(60_000), lastAt: at(2 * DAY - 60_000) }],
    },
  ]);
  const ofTag = await send('GET', '/v1/runs/expected/?tag=db');
  expect(ofTag.data.expected).toMatchObject([{ shortID: nightly.shortID }]);
  // No runs are expected in the past.
  clock.time = NOW + HOUR;
  const later = await send('GET', `/v1/runs/expected/?from=${at(0)}&to=${at(2 * HOUR)}`);
  expect(later.data.expected).toMatchObject([{ spans: [{ firstAt: at(HOUR) }] }]);
});

test('runs of another team are hidden, and spans that are too long or empty are refused', async () => {
  const { send, create, ping, addTeam } = await openAPI();
  const { shortID } = await create({ schedule: { interval: 60 } });
  await ping(shortID, 'end');
  const other = await addTeam('Other');
  expect((await send('GET', '/v1/runs/expected/', { as: other })).data).toEqual({ expected: [] });
  expect(wrongFields(await send('GET', `/v1/runs/expected/?to=${at(8 * DAY + 1)}`))).toEqual(['to']);
  expect(wrongFields(await send('GET', `/v1/runs/expected/?to=${at(0)}`))).toEqual(['from']);
});

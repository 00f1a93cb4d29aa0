import { describe, expect, test } from 'vitest';
import { openAPI, wrongFields } from './api.ts';

const PREVIEW = '/v1/schedules/preview/';

describe('POST /v1/schedules/preview/', () => {
  test('answers the next five occurrences after now, and the summary', async () => {
    const { send } = await openAPI();
    const answer = await send('POST', PREVIEW, {
      json: { schedule: { cron: '0 2 * * 1-5', timezone: 'Europe/Riga' } },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.data).toEqual({
      occurrences: [
        '2026-11-23T00:00:00.000Z',
        '2026-11-24T00:00:00.000Z',
        '2026-11-25T00:00:00.000Z',
        '2026-11-26T00:00:00.000Z',
        '2026-11-27T00:00:00.000Z',
      ],
      summary: 'At 02:00, Monday through Friday (Europe/Riga)',
    });
  });

  test('takes a time and a count', async () => {
    const { send } = await openAPI();
    const json = { schedule: { interval: 90 }, after: '2026-01-01T01:00:00+01:00', count: 2 };
    expect((await send('POST', PREVIEW, { json })).data).toEqual({
      occurrences: ['2026-01-01T00:01:30.000Z', '2026-01-01T00:03:00.000Z'],
      summary: 'Every 90 seconds',
    });
  });

  test.each([
    [{ cron: '0 0 29 2 1#1' }],
    [{ cron: '0 0 */31 2 MON' }],
    [{ interval: 31_622_400 }],
    [{ cron: '* * * * * *' }],
  ])(
    'tells the hundredth occurrence of %j after the latest time in a year of four digits',
    async (schedule) => {
      const { send } = await openAPI();
      const json = { schedule, after: '2499-12-31T23:59:59Z', count: 100 };
      const answer = await send('POST', PREVIEW, { json });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text).data.occurrences.at(-1)).toMatch(/^\d{4}-/);
    },
  );

  test.each([
    [{}, ['schedule']],
    [{ schedule: { cron: '0 25 * * *' } }, ['schedule.cron']],
    [{ schedule: {}, count: 0 }, ['count']],
    [{ schedule: {}, count: 101 }, ['count']],
    [{ schedule: {}, count: 1.5 }, ['count']],
    [{ schedule: {}, after: 'now' }, ['after']],
    [{ schedule: {}, after: '1969-12-31T23:59:59Z' }, ['after']],
    [{ schedule: {}, after: '2500-01-01T00:00:00Z' }, ['after']],
    [{ schedule: {}, after: 1 }, ['after']],
    [{ schedule: {}, until: 1 }, ['until']],
  ])('refuses %j', async (json, fields) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('POST', PREVIEW, { json }))).toEqual(fields);
  });
});

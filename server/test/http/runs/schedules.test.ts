import { describe, expect, test } from 'vitest';
import { openAPI, wrongFields } from '../api.ts';

const PREVIEW = '/v1/schedules/preview/';

describe('POST /v1/schedules/preview/', () => {
  test('answers the next five occurrences after now, and the summary', async () => {
    const { send } = await openAPI();
    const response = await send('POST', PREVIEW, {
      json: { schedule: { cron: '0 2 * * 1-5', timezone: 'Europe/Riga' } },
    });
    expect(response).toMatchObject({ status: 200 });
    expect(response.data).toEqual({
      occurrences: [
        '2026-11-23T00:00:00.000Z',
        '2026-11-24T00:00:00.000Z',
        '2026-11-25T00:00:00.000Z',
        '2026-11-26T00:00:00.000Z',
        '2026-11-27T00:00:00.000Z',
      ],
      summary: 'At 02:00, Monday through Friday (Europe/Riga)',
      suggestedGraceDuration: 3600,
      details: [
        { at: '2026-11-23T00:00:00.000Z', local: '2026-11-23T02:00:00', offset: '+02:00', note: '' },
        { at: '2026-11-24T00:00:00.000Z', local: '2026-11-24T02:00:00', offset: '+02:00', note: '' },
        { at: '2026-11-25T00:00:00.000Z', local: '2026-11-25T02:00:00', offset: '+02:00', note: '' },
        { at: '2026-11-26T00:00:00.000Z', local: '2026-11-26T02:00:00', offset: '+02:00', note: '' },
        { at: '2026-11-27T00:00:00.000Z', local: '2026-11-27T02:00:00', offset: '+02:00', note: '' },
      ],
    });
  });

  const detailsOf = async (schedule: object, after: string, count: number) => {
    const { send } = await openAPI();
    const { text } = await send('POST', PREVIEW, { json: { schedule, after, count } });
    const details: { local: string; offset: string; note: string }[] = JSON.parse(text).data.details;
    return details.map(({ local, offset, note }) => [local.slice(5), offset, note]);
  };

  test('the response names the occurrence after a change of clocks, forward and back', async () => {
    const riga = { cron: '30 3 * * *', timezone: 'Europe/Riga' };
    expect(await detailsOf(riga, '2027-03-27T00:00:00Z', 3)).toEqual([
      ['03-27T03:30:00', '+02:00', ''],
      // The local time 03:30 doesn't exist on this day.
      ['03-28T04:00:00', '+03:00', 'clocks_forward'],
      ['03-29T03:30:00', '+03:00', ''],
    ]);
    expect(await detailsOf({ ...riga, cron: '0 6 * * *' }, '2027-10-30T12:00:00Z', 2)).toEqual([
      ['10-31T06:00:00', '+02:00', 'clocks_back'],
      ['11-01T06:00:00', '+02:00', ''],
    ]);
    expect(
      await detailsOf({ cron: '*/30 * * * *', timezone: 'Europe/Riga' }, '2027-03-28T00:00:00Z', 3),
    ).toEqual([
      ['03-28T02:30:00', '+02:00', ''],
      ['03-28T04:00:00', '+03:00', 'clocks_forward'],
      ['03-28T04:30:00', '+03:00', ''],
    ]);
  });

  test('offsets west of Greenwich, and of half hours, are written', async () => {
    const at = async (timezone: string) =>
      (await detailsOf({ cron: '0 2 * * *', timezone }, '2027-01-01T00:00:00Z', 1))[0];
    expect(await at('America/St_Johns')).toEqual(['01-01T02:00:00', '-03:30', '']);
    expect(await at('Asia/Kathmandu')).toEqual(['01-02T02:00:00', '+05:45', '']);
  });

  test('only occurrences of a rare schedule that a clock change on that day moves are marked', async () => {
    const monthly = { cron: '0 12 1 * *', timezone: 'Europe/Riga' };
    expect(await detailsOf(monthly, '2027-03-02T00:00:00Z', 1)).toEqual([['04-01T12:00:00', '+03:00', '']]);
  });

  test('lists the remaining occurrences of a schedule that ends', async () => {
    const { send } = await openAPI();
    const json = { schedule: { onCalendar: '2027-01-01 00:00\n2027-03-01 12:00 Europe/Riga' } };
    expect((await send('POST', PREVIEW, { json })).data).toEqual({
      occurrences: ['2027-01-01T00:00:00.000Z', '2027-03-01T10:00:00.000Z'],
      summary: 'On 1 Jan 2027 at 00:00 (UTC); On 1 Mar 2027 at 12:00 (Europe/Riga)',
      suggestedGraceDuration: 3600,
      details: [
        { at: '2027-01-01T00:00:00.000Z', local: '2027-01-01T00:00:00', offset: '+00:00', note: '' },
        { at: '2027-03-01T10:00:00.000Z', local: '2027-03-01T10:00:00', offset: '+00:00', note: '' },
      ],
    });
  });

  test('a time and a count are accepted', async () => {
    const { send } = await openAPI();
    const json = { schedule: { interval: 90 }, after: '2026-01-01T01:00:00+01:00', count: 2 };
    expect((await send('POST', PREVIEW, { json })).data).toMatchObject({
      occurrences: ['2026-01-01T00:01:30.000Z', '2026-01-01T00:03:00.000Z'],
      summary: 'Every 90 seconds',
      suggestedGraceDuration: 60,
    });
  });

  test.each([
    [{ cron: '0 0 29 2 1#1' }],
    [{ cron: '0 0 */31 2 MON' }],
    [{ interval: 31_622_400 }],
    [{ cron: '* * * * * *' }],
  ])(
    'the hundredth occurrence of %j is found after the latest time in a year of four digits',
    async (schedule) => {
      const { send } = await openAPI();
      const json = { schedule, after: '2499-12-31T23:59:59Z', count: 100 };
      const response = await send('POST', PREVIEW, { json });
      expect(response.status).toBe(200);
      expect(JSON.parse(response.text).data.occurrences.at(-1)).toMatch(/^\d{4}-/);
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

describe('POST /v1/schedules/crontab/', () => {
  const CRONTAB = '/v1/schedules/crontab/';

  test('a line is split into its parts', async () => {
    const { send } = await openAPI();
    const line = 'CRON_TZ=Europe/Riga\n0 2 * * 1-5 root /usr/local/bin/pg-dump.sh';
    const response = await send('POST', CRONTAB, { json: { line } });
    expect(response.status).toBe(200);
    expect(response.data.crontab).toEqual({
      cron: '0 2 * * 1-5',
      timezone: 'Europe/Riga',
      command: '/usr/local/bin/pg-dump.sh',
      name: 'pg-dump',
      user: 'root',
      possibleUser: 'root',
      randomDelay: 0,
      parts: {
        before: 'CRON_TZ=Europe/Riga\n0 2 * * 1-5 root ',
        command: '/usr/local/bin/pg-dump.sh',
        after: '',
      },
      warnings: ['This line is from /etc/crontab: its user is "root".'],
    });
  });

  test('reads a user as part of the command on request', async () => {
    const { send } = await openAPI();
    const line = '0 2 * * * backup /opt/run.sh';
    const response = await send('POST', CRONTAB, { json: { line, hasUser: false } });
    expect(response.data.crontab).toMatchObject({
      command: 'backup /opt/run.sh',
      user: null,
      possibleUser: 'backup',
    });
  });

  test.each([
    [{}],
    [{ line: '' }],
    [{ line: '0 25 * * * x' }],
    [{ line: 'x'.repeat(10_001) }],
    [{ line: 5 }],
  ])('refuses %j', async (json) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('POST', CRONTAB, { json }))).toEqual(['line']);
  });
});

import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, NOW, openAPI, wrongFields } from '../api.ts';

const at = (ms: number) => new Date(NOW + ms).toISOString();
const NOTHING = { succeeded: 0, failed: 0, missed: 0, late: 0, unknown: 0, incidents: 0, downSeconds: 0 };

test('the runs and the downtime of each day are counted, of a monitor and of its team', async () => {
  const { send, create, ping, clock } = await openAPI();
  const { shortID } = await create({ schedule: { interval: 3600, graceDuration: 600 } });
  const other = await create({ schedule: { interval: 86_400 } });
  await ping(shortID, 'end');
  await ping(other.shortID, 'end');
  clock.time = NOW + DAY;
  await ping(shortID, 'fail');
  clock.time = NOW + DAY + 15 * MINUTE;
  await ping(shortID, 'end');
  const read = async (path: string) =>
    (await send('GET', `${path}?timezone=Europe/Riga&days=3`)).data as {
      days: (typeof NOTHING & { from: string; to: string })[];
      truncated: boolean;
    };
  const own = await read(`/v1/monitors/${shortID}/days/`);
  expect(own).toMatchObject({ truncated: false });
  expect(own.days).toHaveLength(3);
  expect(own.days[0]).toEqual({ from: at(-DAY - 10.25 * HOUR - 30_123), to: own.days[1]?.from, ...NOTHING });
  expect(own.days[1]).toMatchObject({ succeeded: 1, missed: 13, incidents: 1 });
  expect(own.days[2]).toMatchObject({ succeeded: 1, failed: 1, to: at(DAY + 15 * MINUTE) });
  expect(own.days[2]?.downSeconds).toBeGreaterThanOrEqual(900);
  const team = await read('/v1/days/');
  expect(team.days[1]).toMatchObject({ ...own.days[1], succeeded: 2 });
  expect(team.days[2]).toEqual(own.days[2]);
});

test('days of another team are hidden', async () => {
  const { send, create, ping, addTeam } = await openAPI();
  const { shortID } = await create();
  await ping(shortID, 'fail');
  const other = await addTeam('Other');
  const { data } = await send('GET', '/v1/days/?days=1', { as: other });
  expect(data).toEqual({ days: [{ from: expect.any(String), to: at(0), ...NOTHING }], truncated: false });
  const foreign = await send('GET', `/v1/monitors/${shortID}/days/`, { as: other });
  expect(foreign).toMatchObject({ status: 404 });
});

test('a year in UTC is the default, and other numbers of days and unknown zones are refused', async () => {
  const { send } = await openAPI();
  const { data } = await send('GET', '/v1/days/');
  expect(data.days).toHaveLength(366);
  expect(wrongFields(await send('GET', '/v1/days/?days=367&timezone=Mars/Base'))).toEqual([
    'timezone',
    'days',
  ]);
});

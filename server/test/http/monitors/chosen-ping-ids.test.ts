import { describe, expect, test } from 'vitest';
import { createChosenPingIDs } from '../../../src/platform/http/chosen-ping-ids.ts';
import { type API, openAPI } from '../api.ts';

const IN_USE = 'd3x0C1';
const FREE = 'e4y1D2';
const LONG = 'a'.repeat(16);

/** An installation in which Globex has a monitor with a short ping ID. */
async function openWithShortID() {
  const api = await openAPI();
  const globex = await api.addTeam('Globex');
  await api.create({ pingID: IN_USE }, globex);
  return { ...api, globex };
}

const exportOf = (...ids: readonly string[]) => ({
  source: 'healthchecks',
  files: [
    {
      name: 'a',
      text: JSON.stringify({ checks: ids.map((uuid) => ({ name: uuid, uuid, timeout: 60, grace: 60 })) }),
    },
  ],
});

async function plannedItems({ send }: Pick<API, 'send'>, ids: readonly string[]) {
  const { status, data } = await send('POST', '/v1/imports/', { json: exportOf(...ids) });
  expect(status).toBe(200);
  return data.import;
}

describe('a team that has chosen too many short ping IDs', () => {
  async function exhaust(api: Pick<API, 'send'>) {
    for (let round = 0; round < 2; round += 1)
      await plannedItems(
        api,
        Array.from({ length: 20_000 }, (_, index) => `x${String(index).padStart(6, '0')}`),
      );
  }

  test('learns nothing more about ping IDs of other teams', async () => {
    const api = await openWithShortID();
    const inUse = { name: IN_USE, outcome: 'collision' };
    expect(await plannedItems(api, [IN_USE, FREE])).toMatchObject({
      items: [inUse, { name: FREE, outcome: 'create' }],
    });
    api.clock.time += 3_600_000;
    await exhaust(api);
    const notes = ['The ping ID can’t be kept here. The job would need a new ping URL.'];
    expect(await plannedItems(api, [IN_USE, FREE, LONG])).toMatchObject({
      items: [
        { ...inUse, notes },
        { name: FREE, outcome: 'collision', notes },
        { name: LONG, outcome: 'create' },
      ],
    });
    const create = (pingID: string) => api.send('POST', '/v1/monitors/', { json: { name: 'a', pingID } });
    const [taken, free] = [await create(IN_USE), await create(FREE)];
    expect(taken.status).toBe(422);
    expect(free.text).toBe(taken.text);
    expect((await create(LONG)).status).toBe(201);
    api.clock.time += 1000;
    expect((await create(FREE)).status).toBe(201);
  });

  test('doesn’t limit the ping IDs that its own monitors have', async () => {
    const api = await openWithShortID();
    await api.create({ pingID: FREE });
    await exhaust(api);
    expect(await plannedItems(api, [FREE])).toMatchObject({ items: [{ outcome: 'exists' }] });
  });
});

test('teams in one network share its limit, and a team in several networks has one limit', () => {
  const { mayTry } = createChosenPingIDs({ monotonic: () => 0 });
  const tries = (teamID: string, address: string, count: number) =>
    Array.from({ length: count }, () => mayTry(FREE, { teamID, address })).filter(Boolean).length;
  expect(tries('a', '2001:db8::1', 20_000)).toBe(20_000);
  expect(tries('b', '2001:db8::2', 30_000)).toBe(20_000);
  expect(tries('a', '192.0.2.1', 30_000)).toBe(20_000);
  expect(tries('c', '192.0.2.2', 30_000)).toBe(30_000);
  expect(mayTry(LONG, { teamID: 'a', address: '192.0.2.1' })).toBe(true);
});

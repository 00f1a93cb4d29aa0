import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, NOW, openAPI, wrongFields } from '../api.ts';

const at = (ms: number) => encodeURIComponent(new Date(NOW + ms).toISOString());

async function withTwo() {
  const api = await openAPI();
  const [a, b] = [await api.create({ name: 'a' }), await api.create({ name: 'b' })];
  for (const rid of ['1', '2', '3']) {
    await api.ping(a.shortID, 'start', { rid });
    api.clock.time += MINUTE;
    await api.ping(a.shortID, 'end', { rid });
    api.clock.time += HOUR - MINUTE;
  }
  await api.ping(b.shortID, 'fail', { rid: 'other' });
  return { ...api, a: a.shortID, b: b.shortID };
}

describe('GET /v1/runs/', () => {
  test('answers the newest runs of each monitor as the list of one monitor has them', async () => {
    const { send, a, b } = await withTwo();
    const { data } = await send('GET', `/v1/runs/?monitors=${b},${a},${b}&limit=2`);
    const one = await send('GET', `/v1/monitors/${a}/runs/?limit=2`);
    expect(data.runs).toEqual([
      { shortID: b, truncated: false, runs: [expect.objectContaining({ runID: 'other', state: 'failed' })] },
      { shortID: a, truncated: true, runs: one.data.runs },
    ]);
  });

  test('the response has 30 runs of each monitor by default, and says when a monitor has no more', async () => {
    const { send, create, ping } = await openAPI();
    const [{ shortID }, { shortID: idle }] = [await create(), await create()];
    for (let count = 0; count < 31; count += 1) await ping(shortID, 'end');
    const response = await send('GET', `/v1/runs?monitors=${shortID}&monitors=${idle}`);
    expect(response.data.runs).toMatchObject([
      { shortID, truncated: true },
      { shortID: idle, truncated: false, runs: [] },
    ]);
    expect(JSON.parse(response.text).data.runs[0].runs).toHaveLength(30);
    expect((await send('GET', `/v1/runs/?monitors=${shortID}&limit=31`)).data.runs).toMatchObject([
      { truncated: false },
    ]);
  });

  test('the runs that took place in a period are listed', async () => {
    const { send, a, b } = await withTwo();
    const path = `/v1/runs/?monitors=${a},${b}`;
    expect((await send('GET', `${path}&from=${at(HOUR)}&to=${at(2 * HOUR)}`)).data.runs).toMatchObject([
      { shortID: a, truncated: false, runs: [{ runID: '2' }] },
      { shortID: b, truncated: false, runs: [] },
    ]);
    // Run 3 is included, because it began before the end of the span. The default of `to` is now.
    const { data } = await send('GET', `${path}&from=${at(30_000)}&to=${at(5 * HOUR)}`);
    expect(data.runs).toMatchObject([
      { runs: [{ runID: '3' }, { runID: '2' }, { runID: '1' }] },
      { runs: [{ runID: 'other' }] },
    ]);
    expect((await send('GET', `${path}&from=${at(90_000)}`)).data.runs).toMatchObject([
      { runs: [{ runID: '3' }, { runID: '2' }] },
      { runs: [] },
    ]);
  });

  test('the response has at most 500 runs of a monitor, and says so', async () => {
    const { send, create, ping, clock } = await openAPI();
    const { shortID } = await create();
    for (let count = 1; count <= 501; count += 1) {
      clock.time += 1000;
      await ping(shortID, 'end', { rid: String(count) });
    }
    const path = `/v1/runs/?monitors=${shortID}&to=${at(HOUR)}`;
    const cut = JSON.parse((await send('GET', `${path}&from=${at(0)}`)).text).data.runs[0];
    expect([cut.truncated, cut.runs.length, cut.runs[0].runID]).toEqual([true, 500, '501']);
    const whole = JSON.parse((await send('GET', `${path}&from=${at(1500)}`)).text).data.runs[0];
    expect([whole.truncated, whole.runs.length]).toEqual([false, 500]);
  });

  test('runs of other teams are omitted', async () => {
    const { send, addTeam, create, a } = await withTwo();
    const foreign = await create({}, await addTeam('Other'));
    const { data } = await send('GET', `/v1/runs/?monitors=nobody,${foreign.shortID},${a}`);
    expect(data.runs).toMatchObject([{ shortID: a }]);
  });

  test('a request names at most 200 monitors', async () => {
    const { send } = await openAPI();
    const names = Array.from({ length: 201 }, (_, index) => `m${index}`);
    expect(wrongFields(await send('GET', `/v1/runs/?monitors=${names.join(',')}`))).toEqual(['monitors']);
    expect((await send('GET', `/v1/runs/?monitors=${names.slice(1).join(',')}`)).data.runs).toEqual([]);
  });

  test.each([
    ['', ['monitors']],
    ['?monitors=', ['monitors']],
    ['?monitors=,', ['monitors']],
    ['?monitors=a&limit=0', ['limit']],
    ['?monitors=a&limit=101', ['limit']],
    ['?monitors=a&from=yesterday', ['from']],
    ['?monitors=a&from=2030-01-01T00:00:00Z', ['from']],
    ['?monitors=a&from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', ['from']],
  ])('refuses %j', async (query, fields) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('GET', `/v1/runs/${query}`))).toEqual(fields);
  });
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { type API, MINUTE, NOW, openAPI } from '../api.ts';
import { planRows } from './alert-report.ts';

/** Creates a monitor that went down. Returns the path of its alert report. */
async function goDown(api: API) {
  const monitor = await api.create();
  await api.ping(monitor.shortID, 'fail');
  const path = `/v1/monitors/${monitor.shortID}/transitions/`;
  const { data } = await api.send('GET', path);
  const [transition] = z.array(z.looseObject({ id: z.int(), to: z.literal('down') })).parse(data.transitions);
  return { monitor, path: `${path}${transition?.id}/alerts/`, id: transition?.id ?? 0 };
}

const TOLD = { channel: 'c5t8n2xw4q', name: 'Hook', delivery: 'k1', reason: 'A default channel.' };
const NOT_TOLD = { channel: 'c7', name: 'Mail', delivery: null, reason: 'Not subscribed to down alerts.' };

test('a transition is due, perhaps held, and then planned, with alerted and skipped channels and reasons', async () => {
  const api = await openAPI();
  const { path } = await goDown(api);
  const alerts = async () => (await api.send('GET', path)).data.alerts;
  expect(await alerts()).toEqual({ state: 'due', reason: null, plannedAgainAt: null, decisions: [] });
  await planRows(api, {
    outcome: 'held',
    planAt: NOW + MINUTE,
    held: { by: 'maintenance', reason: 'In maintenance.' },
    decisions: [],
  });
  expect(await alerts()).toEqual({
    state: 'held',
    reason: 'In maintenance.',
    plannedAgainAt: '2026-11-21T08:16:30.123Z',
    decisions: [],
  });
  api.clock.time += MINUTE;
  await planRows(api, { outcome: 'planned', planAt: NOW, held: null, decisions: [TOLD, NOT_TOLD] });
  expect(await alerts()).toEqual({
    state: 'planned',
    reason: null,
    plannedAgainAt: null,
    decisions: [TOLD, NOT_TOLD],
  });
});

test('a transition is found only under its own monitor', async () => {
  const api = await openAPI();
  const [first, second] = [await goDown(api), await goDown(api)];
  expect(first.id).not.toBe(second.id);
  const ask = async (id: number | string) =>
    (await api.send('GET', `/v1/monitors/${first.monitor.shortID}/transitions/${id}/alerts/`)).status;
  expect(await ask(first.id)).toBe(200);
  for (const id of [second.id, 4711, 0, 'x', '1e3', '9'.repeat(20)]) expect(await ask(id)).toBe(404);
});

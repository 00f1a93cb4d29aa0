import { describe, expect, test } from 'vitest';
import { type API, monitorIn, monitorsIn, openAPI, wrongFields } from '../api.ts';
import { makeChannel, makeEscalation } from './alerting-fixtures.ts';

const INHERITED = {
  channels: null,
  severity: 'normal',
  remindEvery: null,
  mutedUntil: null,
  escalation: null,
};

async function namedThings(api: API) {
  return { channel: await makeChannel(api, 'a'), policy: await makeEscalation(api, 'a') };
}

describe("a monitor's alerting", () => {
  test('a monitor inherits all settings by default, and create, PATCH, read and list keep its own settings', async () => {
    const api = await openAPI();
    const { channel, policy } = await namedThings(api);
    const plain = await api.create({ name: 'plain' });
    expect(plain).toMatchObject(INHERITED);
    const sent = {
      channels: [channel, channel],
      severity: 'critical',
      remindEvery: 300,
      mutedUntil: '2026-11-22T10:00:00+02:00',
      escalation: policy,
    };
    const kept = { ...sent, channels: [channel], mutedUntil: '2026-11-22T08:00:00.000Z' };
    const made = await api.create(sent);
    expect(made).toMatchObject(kept);
    const path = `/v1/monitors/${made.shortID}/`;
    expect(monitorIn(await api.send('GET', path))).toEqual(made);
    expect(monitorsIn(await api.send('GET', '/v1/monitors/'))).toEqual([plain, made]);
    const quiet = { channels: [], remindEvery: 0, escalation: '' };
    expect(monitorIn(await api.send('PATCH', path, { json: quiet }))).toEqual({
      ...made,
      ...quiet,
      revision: 2,
    });
    const renamed = { ...made, ...quiet, name: 'renamed', revision: 3 };
    expect(monitorIn(await api.send('PATCH', path, { json: { name: 'renamed' } }))).toEqual(renamed);
    expect(monitorIn(await api.send('PATCH', path, { json: INHERITED }))).toEqual({
      ...renamed,
      ...INHERITED,
      revision: renamed.revision + 1,
    });
  });

  test.each([
    [{ channels: ['nosuchthng'] }, ['channels.0']],
    [{ channels: ['channel-a', 'channel-theirs'] }, ['channels.1']],
    [{ channels: 'channel-a' }, ['channels']],
    [{ channels: Array.from({ length: 51 }, String) }, ['channels']],
    [{ severity: 'fatal' }, ['severity']],
    [{ remindEvery: 299 }, ['remindEvery']],
    [{ remindEvery: 31_622_401 }, ['remindEvery']],
    [{ remindEvery: -1 }, ['remindEvery']],
    [{ mutedUntil: 'tomorrow' }, ['mutedUntil']],
    [{ escalation: 'nosuchthng' }, ['escalation']],
    [{ escalation: 'policy-theirs' }, ['escalation']],
    [{ maintenance: 'now' }, ['maintenance']],
  ])('refuses %j', async (json, fields) => {
    const api = await openAPI();
    await namedThings(api);
    const stranger = await api.addTeam('Other');
    await makeChannel(api, 'theirs', stranger);
    await makeEscalation(api, 'theirs', stranger);
    const created = await api.send('POST', '/v1/monitors/', { json: { name: 'a', ...json } });
    expect(wrongFields(created)).toEqual(fields);
    const { shortID } = await api.create();
    expect(wrongFields(await api.send('PATCH', `/v1/monitors/${shortID}/`, { json }))).toEqual(fields);
  });

  test('a deleted policy is removed from the monitor', async () => {
    const api = await openAPI();
    const { policy } = await namedThings(api);
    const { shortID } = await api.create({ escalation: policy });
    await api.send('DELETE', `/v1/escalations/${policy}`);
    const response = await api.send('PATCH', `/v1/monitors/${shortID}/`, { json: { severity: 'low' } });
    expect(monitorIn(response)).toMatchObject({ escalation: '', severity: 'low' });
  });
});

describe("a project's alerting", () => {
  test('the settings are kept by create, PATCH and read, and refused if they name an unknown resource', async () => {
    const api = await openAPI();
    const { channel, policy } = await namedThings(api);
    const created = await api.send('POST', '/v1/projects/', {
      json: { name: 'db', channels: [channel], remindEvery: 3600, escalation: policy },
    });
    expect(created.data.project).toMatchObject({
      channels: [channel],
      remindEvery: 3600,
      escalation: policy,
    });
    const listed = await api.send('GET', '/v1/projects/');
    const none = { channels: null, remindEvery: 0, escalation: '' };
    expect(listed.data.projects).toMatchObject([none, { channels: [channel] }]);
    const { shortID } = JSON.parse(created.text).data.project;
    const path = `/v1/projects/${shortID}/`;
    const renamed = await api.send('PATCH', path, { json: { name: 'renamed' } });
    expect(renamed.data.project).toMatchObject({ name: 'renamed', channels: [channel] });
    const changed = await api.send('PATCH', path, { json: none });
    expect(changed.data.project).toMatchObject({ name: 'renamed', ...none });
    expect((await api.send('GET', path)).data).toEqual(changed.data);
    for (const [json, field] of [
      [{ channels: ['nosuchthng'] }, 'channels.0'],
      [{ escalation: 'nosuchthng' }, 'escalation'],
      [{ remindEvery: null }, 'remindEvery'],
      [{ remindEvery: 10 }, 'remindEvery'],
    ] as const)
      expect(wrongFields(await api.send('PATCH', path, { json }))).toEqual([field]);
  });
});

describe("the team's alerting", () => {
  const USUAL = { gatherAbove: 5, gatherWithin: 60, flapAbove: 6, flapWithin: 3600, flapQuiet: 900 };

  /** Sign-in and token rules of a new team: none. */
  const NO_DEMANDS = { requireTwoFactor: false, tokenDaysMax: null };

  test('the settings have defaults, and an edit changes only the given fields', async () => {
    const api = await openAPI();
    expect((await api.send('GET', '/v1/team/')).data).toEqual({
      team: { name: 'Acme', alerting: USUAL, ...NO_DEMANDS, revision: 1 },
    });
    const changed = { gatherAbove: 0, flapQuiet: 60.5 };
    const response = await api.send('PATCH', '/v1/team/', { json: { alerting: changed } });
    const team = { name: 'Acme', alerting: { ...USUAL, ...changed }, ...NO_DEMANDS, revision: 2 };
    expect(response).toMatchObject({ status: 200, data: { team } });
    expect((await api.send('PATCH', '/v1/team/', { json: {} })).data).toEqual({ team });
    const stranger = await api.addTeam('Other');
    const theirs = await api.send('GET', '/v1/team/', { as: stranger });
    expect(theirs.data).toEqual({ team: { name: 'Other', alerting: USUAL, ...NO_DEMANDS, revision: 1 } });
  });

  test.each([
    [{ name: ' ' }, ['name']],
    [{ slug: 'other' }, ['slug']],
    [{ alerting: { gatherAbove: 1.5 } }, ['alerting.gatherAbove']],
    [{ alerting: { gatherAbove: -1 } }, ['alerting.gatherAbove']],
    [{ alerting: { gatherWithin: 9 } }, ['alerting.gatherWithin']],
    [{ alerting: { flapAbove: 1001 } }, ['alerting.flapAbove']],
    [{ alerting: { flapWithin: 604_801 } }, ['alerting.flapWithin']],
    [{ alerting: { flapQuiet: 59 } }, ['alerting.flapQuiet']],
    [{ alerting: { gather: 1 } }, ['alerting.gather']],
  ])('refuses %j', async (json, fields) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('PATCH', '/v1/team/', { json }))).toEqual(fields);
  });
});

import { describe, expect, test } from 'vitest';
import { makeProjectToken } from '../callers.ts';
import { NOW } from '../http/api.ts';
import { openWorld, type ResourceIDs, type World } from './furnished-team.ts';
import { type Operation, send, WALKED } from './walking.ts';

/** Operations that a project token may call, each only within its projects. */
const OF_PROJECTS = new Set([
  ...['listMonitors', 'createMonitor', 'readMonitor', 'deleteMonitor', 'editMonitor', 'pauseMonitor'],
  ...[
    'readForwarding',
    'resumeMonitor',
    'changeMonitors',
    'listEvents',
    'readEventBody',
    'listRuns',
    'listRunsOfMonitors',
  ],
  ...[
    'readIncident',
    'exportIncident',
    'compareIncidentLogs',
    'acknowledgeIncident',
    'unacknowledgeIncident',
    'snoozeIncident',
    'unsnoozeIncident',
    'addIncidentNote',
  ],
  ...[
    'readStatistics',
    'listMonitorDays',
    'listExpectedRuns',
    'listTransitions',
    'previewSchedule',
    'readCrontab',
    'followTeam',
    'listIncidents',
    'listMonitorRows',
  ],
  ...['listChannelTypes', 'search'],
  ...['listProjects', 'readProject', 'editProject', 'readAccount'],
  ...['listProjectKeys', 'createProjectKey', 'deleteProjectKey'],
]);

const TEAM = WALKED.filter(({ walked }) => walked.may !== 'anyone' && walked.may !== 'session');
const [WITHIN, BESIDE] = [true, false].map((is) => TEAM.filter(({ id }) => OF_PROJECTS.has(id) === is));

/** Opens a team with one resource of each kind in one project, and an owner's token that is limited to another project. */
async function openLimited() {
  const world = await openWorld();
  const { api } = world;
  const { project } = (await api.send('POST', '/v1/projects/', { json: { name: 'own' } })).data;
  const own = String(Object(project).shortID);
  const caller = await makeProjectToken(api.store, { ...api.owner, projects: [own] }, NOW);
  return { world, api, own, caller, headers: { Authorization: `Bearer ${caller.token}` } };
}

/** Returns IDs of resources outside the token's projects. */
function foreign(world: World): readonly (readonly [string, string])[] {
  // The team is the token's own.
  const { number: _number, transitionID: _transition, teamID: _team, ...resourceIDs } = world.resourceIDs;
  return Object.entries(resourceIDs);
}

async function stateOf({ api }: World): Promise<readonly string[]> {
  const lists = [
    'monitors',
    'projects',
    'channels',
    'maintenance',
    'escalations',
    'on-call/schedules',
    'shares',
    'views',
    'members',
    'tokens',
  ];
  return Promise.all(
    lists.map(async (list) =>
      (await api.send('GET', `/v1/${list}/`)).text.replaceAll(/"lastUsedAt":[^,]*,/g, ''),
    ),
  );
}

const NOBODYS = (resourceIDs: ResourceIDs): ResourceIDs => ({
  ...Object.fromEntries(Object.keys(resourceIDs).map((name) => [name, 'nosuchthng'])),
  number: '1',
  transitionID: '1',
});

describe('a token of one project', () => {
  test.each(WITHIN ?? [])('$id reaches nothing of other projects', async (operation: Operation) => {
    const { world, headers } = await openLimited();
    const before = await stateOf(world);
    const theirs = await send(world, operation, world.resourceIDs, headers);
    if (operation.walked.echoes === undefined)
      for (const [name, id] of foreign(world)) expect(theirs.text, name).not.toContain(id);
    if (operation.path.includes('{')) {
      expect(theirs.status).toBe(404);
      expect(theirs.text).toBe((await send(world, operation, NOBODYS(world.resourceIDs), headers)).text);
    }
    if (operation.id !== 'createMonitor') expect(await stateOf(world)).toEqual(before);
  });

  test.each(BESIDE ?? [])('$id concerns the whole team', async (operation: Operation) => {
    const { world, headers } = await openLimited();
    const before = await stateOf(world);
    const actions = await world.actions();
    expect(await send(world, operation, world.resourceIDs, headers)).toMatchObject({ status: 403 });
    expect(await world.actions()).toEqual(actions);
    expect(await stateOf(world)).toEqual(before);
  });
});

test('a token of one project can do everything within the project', async () => {
  const { world, api, own, caller } = await openLimited();
  const ask = (method: string, path: string, json?: object) =>
    api.send(method, path, { as: caller, ...(json === undefined ? {} : { json }) });
  const created = await ask('POST', '/v1/monitors/', { name: 'job' });
  expect(created).toMatchObject({ status: 201, data: { monitor: { projectShortID: own } } });
  const { shortID } = Object(created.data.monitor);
  await api.ping(shortID, 'fail');
  const list = await ask('GET', '/v1/monitors/');
  expect(list.data).toMatchObject({
    monitors: [{ shortID }],
    usage: { monitors: { used: 1, allowance: 1000, remaining: 998 } },
  });
  expect((await ask('GET', '/v1/projects/')).data).toMatchObject({
    projects: [{ shortID: own, monitors: 1 }],
  });
  const incidents = await ask('GET', '/v1/incidents/');
  expect(incidents.data).toMatchObject({ incidents: [{ monitor: { shortID } }] });
  const [{ incidentID }] = Object(incidents.data.incidents);
  const incident = await ask('GET', `/v1/incidents/${incidentID}/`);
  expect(incident).toMatchObject({ status: 200, data: { incident: { related: [] } } });
  expect(await ask('GET', `/v1/incidents/${incidentID}/export/`)).toMatchObject({ status: 200 });
  expect(await ask('PATCH', `/v1/projects/${own}/`, { name: 'renamed' })).toMatchObject({ status: 200 });
  const both = `?monitors=${shortID},${world.resourceIDs.shortID}`;
  expect((await ask('GET', `/v1/runs/${both}`)).data).toMatchObject({ runs: [{ shortID }] });
  expect((await ask('GET', '/v1/account/')).data).toMatchObject({ account: { via: 'token' } });
});

test('no monitor leaves or enters the projects of a token', async () => {
  const { world, api, own, caller } = await openLimited();
  const inside = await api.create({ projectShortID: own });
  const { projectShortID } = world.resourceIDs;
  const elsewhere = [projectShortID, (await api.create()).projectShortID, 'nosuchthng'];
  for (const target of elsewhere) {
    const move = (shortID: string) =>
      api.send('PATCH', `/v1/monitors/${shortID}/`, { as: caller, json: { projectShortID: target } });
    expect(await move(inside.shortID)).toMatchObject({ status: 404 });
    expect(await move(world.resourceIDs.shortID ?? '')).toMatchObject({ status: 404 });
    const bulk = (shortIDs: readonly unknown[], to: unknown) =>
      api.send('POST', '/v1/monitors/bulk/', {
        as: caller,
        json: { monitors: shortIDs, action: { type: 'move', projectShortID: to } },
      });
    expect(await bulk([inside.shortID], target)).toMatchObject({ status: 404 });
    expect(await bulk([world.resourceIDs.shortID], own)).toMatchObject({
      status: 200,
      data: { results: [{ done: false, message: 'There is no such monitor.' }] },
    });
    expect(
      await api.send('POST', '/v1/monitors/', { as: caller, json: { name: 'x', projectShortID: target } }),
    ).toMatchObject({ status: 404 });
  }
  expect((await api.send('GET', `/v1/monitors/?project=${own}`)).data).toMatchObject({
    monitors: [{ shortID: inside.shortID }],
  });
});

test('a token whose project is deleted sees nothing', async () => {
  const { api, own, caller } = await openLimited();
  expect(await api.send('DELETE', `/v1/projects/${own}/`)).toMatchObject({ status: 200 });
  for (const [path, data] of [
    ['/v1/monitors/', { monitors: [], usage: { monitors: { used: 0 } } }],
    ['/v1/projects/', { projects: [] }],
    ['/v1/incidents/', { incidents: [] }],
  ] as const)
    expect(await api.send('GET', path, { as: caller })).toMatchObject({ status: 200, data });
  expect(await api.send('POST', '/v1/monitors/', { as: caller, json: { name: 'x' } })).toMatchObject({
    status: 404,
  });
});

test('a token of several projects must name a project if the default project is not among them', async () => {
  const { api, own } = await openLimited();
  const { project } = (await api.send('POST', '/v1/projects/', { json: { name: 'second' } })).data;
  const second = String(Object(project).shortID);
  const caller = await makeProjectToken(api.store, { ...api.owner, projects: [own, second] }, NOW);
  const create = (json: object) =>
    api.send('POST', '/v1/monitors/', { as: caller, json: { name: 'x', ...json } });
  expect(await create({})).toMatchObject({ status: 422, error: { fields: [{ path: 'projectShortID' }] } });
  expect(await create({ projectShortID: second })).toMatchObject({ status: 201 });
  expect((await api.send('GET', '/v1/projects/?limit=1', { as: caller })).data).toMatchObject({
    projects: [{ shortID: own }],
  });
});

test('a token of some projects revokes only itself', async () => {
  const { api, caller } = await openLimited();
  expect(await api.send('DELETE', `/v1/tokens/${api.owner.tokenID}/`, { as: caller })).toMatchObject({
    status: 403,
  });
  expect(await api.send('DELETE', `/v1/tokens/${caller.tokenID}/`, { as: caller })).toMatchObject({
    status: 200,
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exportSchema, planSchema } from '../../../src/configuration/apply-schema.ts';
import type { Caller } from '../../callers.ts';
import { type API, type APIResponse, openAPI } from '../api.ts';

const answered = z.object({ plan: planSchema });

function planIn({ data }: APIResponse) {
  return answered.parse(data).plan;
}

const PATH = '/v1/configuration/';

interface Options {
  readonly prune?: boolean;
  readonly file?: string;
  readonly planID?: string;
}

const plan = async ({ send }: API, sections: object, options: Options = {}) =>
  send('POST', PATH, { json: { file: 'production', sections, ...options } });
const apply = async ({ send }: API, sections: object, options: Options = {}) =>
  send('POST', PATH, { json: { file: 'production', sections, dryRun: false, ...options } });

const DUMP = {
  name: 'Dump',
  project: 'shop',
  schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga' },
  tags: ['db'],
};
const SHOP = { projects: { shop: { name: 'Shop', remindEvery: 3600 } }, monitors: { dump: DUMP } };

const monitorsOf = async ({ store, owner }: API) =>
  (await store.listMonitors(owner.teamID, {})).map((row) => row.read());

describe('a plan', () => {
  test('shows values, and changes nothing', async () => {
    const api = await openAPI();
    const response = await plan(api, SHOP);
    expect(response.status).toBe(200);
    expect(planIn(response)).toEqual({
      planID: expect.any(String),
      isApplied: false,
      unchanged: 0,
      steps: [
        {
          action: 'create',
          kind: 'project',
          key: 'shop',
          id: null,
          name: 'Shop',
          changes: [
            { path: 'name', from: null, to: 'Shop' },
            { path: 'remindEvery', from: 0, to: 3600 },
          ],
          notes: [],
        },
        {
          action: 'create',
          kind: 'monitor',
          key: 'dump',
          id: null,
          name: 'Dump',
          changes: [
            { path: 'name', from: null, to: 'Dump' },
            { path: 'project', from: expect.any(String), to: 'shop' },
            { path: 'schedule.interval', from: 86_400, to: null },
            { path: 'schedule.timezone', from: 'UTC', to: 'Europe/Riga' },
            { path: 'schedule.cron', from: null, to: '0 2 * * *' },
            { path: 'tags', from: [], to: ['db'] },
          ],
          notes: [],
        },
      ],
    });
    expect(await monitorsOf(api)).toEqual([]);
    expect(await api.store.listAudit(api.owner.teamID, { limit: 10 })).toEqual([]);
  });

  test('lists all mistakes with their places, and changes nothing', async () => {
    const api = await openAPI();
    const response = await apply(api, {
      projects: { shop: { name: 'Shop' } },
      monitors: {
        dump: { ...DUMP, schedule: { cron: '61 * * * *' } },
        lost: { name: 'Lost', project: 'nowhere', colour: 'red' },
        astray: { name: 'Astray', channels: ['ops'] },
        'Bad Key': { name: 'x' },
      },
    });
    expect(response.status).toBe(422);
    expect(response.error?.fields).toEqual([
      { path: 'monitors.dump.schedule.cron', message: expect.stringContaining('minute') },
      { path: 'monitors.lost.colour', message: 'There is no such field. Leave it out.' },
      { path: 'monitors.Bad Key', message: expect.stringContaining('A key is') },
      { path: 'monitors.astray.channels.0', message: expect.stringContaining('no “ops”') },
    ]);
    expect(await api.store.projects.list(api.owner.teamID)).toHaveLength(1);
  });
});

describe('applying', () => {
  test('an apply makes the changes once, and a second apply changes nothing', async () => {
    const api = await openAPI();
    const first = await apply(api, SHOP);
    expect(planIn(first)).toMatchObject({ isApplied: true, steps: [{ id: expect.any(String) }, {}] });
    const [monitor] = await monitorsOf(api);
    expect(monitor).toMatchObject({
      details: { name: 'Dump', slug: 'dump', tags: ['db'] },
      rules: { schedule: { cron: '0 2 * * *', timezone: 'Europe/Riga' } },
    });
    expect(monitor?.projectShortID).toBe(planIn(first).steps[0]?.id);
    const again = await apply(api, SHOP);
    expect(planIn(again)).toMatchObject({ steps: [], unchanged: 2 });
    expect((await api.store.listAudit(api.owner.teamID, { limit: 10 })).map(({ action }) => action)).toEqual([
      'configuration.apply',
      'monitor.create',
      'project.create',
    ]);
  });

  test('changes settings that differ from the file, except pauses, mutes and slugs', async () => {
    const api = await openAPI();
    await apply(api, SHOP);
    const [before] = await monitorsOf(api);
    await api.send('PATCH', `/v1/monitors/${before?.shortID}/`, {
      json: {
        paused: true,
        mutedUntil: '2030-01-01T00:00:00Z',
        slug: 'own',
        tags: ['hand'],
        alertAfterFailures: 3,
      },
    });
    const renamed = { ...SHOP, monitors: { dump: { ...DUMP, name: 'Dump 2', tags: ['db'] } } };
    expect(planIn(await plan(api, renamed)).steps).toMatchObject([
      {
        action: 'change',
        changes: [
          { path: 'name', from: 'Dump', to: 'Dump 2' },
          { path: 'alertAfterFailures', from: 3, to: 1 },
          { path: 'tags', from: ['hand'], to: ['db'] },
        ],
      },
    ]);
    await apply(api, renamed);
    const [after] = await monitorsOf(api);
    expect(after).toMatchObject({
      shortID: before?.shortID,
      pingID: before?.pingID,
      state: { paused: true },
      details: {
        name: 'Dump 2',
        slug: 'own',
        tags: ['db'],
        alerting: { mutedUntil: Date.parse('2030-01-01T00:00:00Z') },
      },
      rules: { alertAfterFailures: 1 },
    });
  });

  test('refuses if the team or the file has changed since the plan was shown', async () => {
    const api = await openAPI();
    await apply(api, SHOP);
    const edited = { ...SHOP, monitors: { dump: { ...DUMP, tags: ['new'] } } };
    const { planID } = planIn(await plan(api, edited));
    const [monitor] = await monitorsOf(api);
    await api.send('PATCH', `/v1/monitors/${monitor?.shortID}/`, { json: { name: 'By hand' } });
    const refused = await apply(api, edited, { planID });
    expect(refused.status).toBe(409);
    expect(refused.error?.message).toContain('Review a new plan');
    const { planID: current } = planIn(await plan(api, edited));
    expect((await apply(api, edited, { planID: current })).status).toBe(200);
  });

  test('an apply is all or nothing: too many monitors leave no project behind', async () => {
    const api = await openAPI({ allowance: 1 });
    const refused = await apply(api, { ...SHOP, monitors: { dump: DUMP, second: { name: 'Second' } } });
    expect(refused).toMatchObject({ status: 403, error: { code: 'allowance_used_up' } });
    expect(await api.store.projects.list(api.owner.teamID)).toHaveLength(1);
    expect(await api.store.managed.list(api.owner.teamID)).toEqual([]);
  });

  test('creates resources again that were deleted by hand', async () => {
    const api = await openAPI();
    await apply(api, SHOP);
    const [monitor] = await monitorsOf(api);
    await api.send('DELETE', `/v1/monitors/${monitor?.shortID}/`);
    await apply(api, SHOP);
    expect(await monitorsOf(api)).toHaveLength(1);
    expect(planIn(await plan(api, SHOP)).steps).toEqual([]);
  });
});

describe('ownership', () => {
  test('an item takes over a resource by ID, and no second file does', async () => {
    const api = await openAPI();
    const { shortID } = await api.create({ name: 'Dump' });
    const sections = { monitors: { dump: { id: shortID, name: 'Dump' } } };
    expect(planIn(await plan(api, { monitors: { dump: { name: 'Dump' } } })).steps[0]?.notes[0]).toContain(
      shortID,
    );
    expect(planIn(await apply(api, sections)).steps).toMatchObject([
      { action: 'adopt', id: shortID, changes: [] },
    ]);
    expect(planIn(await plan(api, { monitors: { dump: { name: 'Dump' } } }))).toMatchObject({
      steps: [],
      unchanged: 1,
    });
    const other = await apply(api, sections, { file: 'staging' });
    expect(other.error?.fields).toEqual([
      {
        path: 'monitors.dump.id',
        message: expect.stringContaining('“production” manages this monitor already'),
      },
    ]);
  });

  test('a pruned apply deletes only resources that the file managed', async () => {
    const api = await openAPI();
    await api.send('POST', '/v1/monitors/', { json: { name: 'By hand' } });
    await apply(api, { monitors: { other: { name: 'Other file' } } }, { file: 'staging' });
    await apply(api, SHOP);
    expect(planIn(await apply(api, {})).steps).toMatchObject([
      { action: 'keep', kind: 'monitor', key: 'dump' },
      { action: 'keep', kind: 'project', key: 'shop' },
    ]);
    const pruned = await apply(api, {}, { prune: true });
    expect(planIn(pruned).steps).toMatchObject([
      { action: 'delete', key: 'dump' },
      { action: 'delete', key: 'shop' },
    ]);
    expect((await monitorsOf(api)).map(({ details }) => details.name)).toEqual(['By hand', 'Other file']);
    expect(await api.store.projects.list(api.owner.teamID)).toHaveLength(1);
    expect(await api.store.managed.list(api.owner.teamID)).toMatchObject([{ file: 'staging' }]);
  });
});

describe('the resources around monitors', () => {
  const SECRET = 'XyZ123abc-ending';
  const everything = (email: string, secret = SECRET) => ({
    channels: {
      all: { type: 'group', name: 'All', channels: ['slack', 'hook'] },
      slack: {
        type: 'webhook',
        name: 'Slack',
        settings: { url: 'https://hooks.example.com/b', secret },
        minSeverity: 'high',
      },
      hook: {
        type: 'webhook',
        name: 'Hook',
        settings: { url: 'https://hooks.example.com/a' },
        isDefault: false,
      },
    },
    onCallSchedules: {
      db: {
        name: 'Database',
        timezone: 'Europe/Riga',
        rotations: [{ members: [email], startsOn: '2026-11-23', handoverAt: '09:00' }],
      },
    },
    escalations: { night: { name: 'Night', steps: [{ after: 900, channels: ['all'], onCall: ['db'] }] } },
    projects: { shop: { name: 'Shop', channels: ['slack'], escalation: 'night' } },
    monitors: { dump: { ...DUMP, channels: ['hook'], escalation: 'night' } },
    maintenance: {
      sunday: { name: 'Sunday', monitors: ['dump'], projects: ['shop'], cron: '0 2 * * 0', duration: 3600 },
    },
    statusPages: { public: { title: 'Jobs', project: 'shop', slug: 'acme-jobs' } },
    views: { ours: { name: 'Shop', projects: ['shop'], statuses: ['down'], group: 'tag' } },
  });

  async function applied() {
    const api = await openAPI();
    const [member] = await api.store.listMembers(api.owner);
    const sections = everything(member?.email ?? '');
    return { api, email: member?.email ?? '', answer: await apply(api, sections), sections };
  }

  test('all resources are created with references by key, and then nothing is left to do', async () => {
    const { api, answer, sections } = await applied();
    expect(answer.error).toBeNull();
    const ids = new Map(planIn(answer).steps.map(({ key, id }) => [key, id]));
    const { teamID } = api.owner;
    expect(await api.store.projects.find(teamID, ids.get('shop') ?? '')).toMatchObject({
      alerting: { channels: [ids.get('slack')], escalation: ids.get('night') },
    });
    expect(await api.store.escalations.list(teamID)).toMatchObject([
      { steps: [{ channels: [ids.get('all')], onCall: [ids.get('db')] }] },
    ]);
    expect(await api.store.onCall.schedules.list(teamID)).toMatchObject([
      { rotations: [{ members: [api.owner.memberID] }] },
    ]);
    expect(await api.store.maintenance.list(teamID)).toMatchObject([
      { scope: { monitors: [ids.get('dump')], projects: [ids.get('shop')] } },
    ]);
    expect(await api.store.shares.list(teamID)).toMatchObject([
      { key: 'acme-jobs', scope: { kind: 'project', projectShortID: ids.get('shop') } },
    ]);
    expect(await api.store.savedViews(null).list(teamID)).toMatchObject([
      { name: 'Shop', settings: { projects: [ids.get('shop')], statuses: ['down'], group: 'tag' } },
    ]);
    expect(planIn(await plan(api, sections))).toMatchObject({ steps: [], unchanged: 10 });
  });

  test('a plan shows changes of secrets without the secrets, and keeps an omitted secret', async () => {
    const { api, email, answer } = await applied();
    expect(answer.text).not.toContain('XyZ123abc');
    const moved = await apply(api, everything(email, `another-${SECRET}`));
    expect(moved.text).not.toContain('XyZ123abc');
    expect(planIn(moved).steps).toMatchObject([
      {
        key: 'slack',
        changes: [{ path: 'settings.secret', from: '••••ding', to: '••••ding (new)' }],
      },
    ]);
    const { channels, ...others } = everything(email);
    const without = {
      ...others,
      channels: {
        ...channels,
        slack: { ...channels.slack, settings: { url: 'https://hooks.example.com/b' } },
      },
    };
    expect(planIn(await plan(api, without)).steps).toEqual([]);
  });

  test('all resources are moved and deleted together', async () => {
    const { api, email, sections } = await applied();
    const statusPages = { public: { title: 'Jobs', tag: 'db', slug: 'acme-jobs' } };
    const [before] = await api.store.shares.list(api.owner.teamID);
    expect((await apply(api, { ...everything(email), statusPages })).error).toBeNull();
    expect(await api.store.shares.list(api.owner.teamID)).toMatchObject([
      { shareID: before?.shareID, key: 'acme-jobs', scope: { kind: 'tag', tag: 'db' } },
    ]);
    const pruned = await apply(api, { channels: { hook: sections.channels.hook } }, { prune: true });
    expect(pruned.error).toBeNull();
    const { teamID } = api.owner;
    expect(await api.store.channels.list(teamID)).toMatchObject([{ name: 'Hook' }]);
    expect(await monitorsOf(api)).toEqual([]);
    expect(await api.store.escalations.list(teamID)).toEqual([]);
    expect(await api.store.onCall.schedules.list(teamID)).toEqual([]);
    expect(await api.store.savedViews(null).list(teamID)).toEqual([]);
    expect(await api.store.managed.list(teamID)).toHaveLength(1);
  });

  test('an export changes nothing, and has no secrets', async () => {
    const { api } = await applied();
    await api.create({ name: 'By hand', paused: true });
    const { text, data } = await api.send('GET', `${PATH}?file=production`);
    expect(text).not.toContain('ending');
    const exported = z.object({ configuration: exportSchema }).parse(data).configuration;
    expect(exported).toMatchObject({
      sections: {
        projects: { shop: { channels: ['slack'], escalation: 'night' }, default: { name: 'Default' } },
        monitors: {
          dump: { project: 'shop', channels: ['hook'] },
          'by-hand': { name: 'By hand', slug: 'by-hand' },
        },
        views: { ours: { name: 'Shop', projects: ['shop'], statuses: ['down'], group: 'tag' } },
      },
      secrets: ['channels.slack.settings.secret'],
    });
    const checked = planIn(await plan(api, exported.sections));
    expect(checked.steps.map(({ action, key }) => [action, key])).toEqual([
      ['adopt', 'default'],
      ['adopt', 'by-hand'],
    ]);
    const other = await api.send('GET', PATH);
    expect(other.text).not.toContain('Nightly');
    expect(
      z.object({ configuration: exportSchema }).parse(other.data).configuration.sections.monitors,
    ).toMatchObject({
      'by-hand': {},
    });
  });

  test('a file manages shared views, and neither shows nor changes private ones', async () => {
    const api = await openAPI();
    await api.send('POST', '/v1/views/', { json: { name: 'Mine' } });
    const views = { down: { name: 'Down', statuses: ['down'] } };
    expect(planIn(await apply(api, { views })).steps).toMatchObject([
      { action: 'create', kind: 'view', changes: [{ path: 'name' }, { path: 'statuses', to: ['down'] }] },
    ]);
    expect((await api.send('GET', PATH)).text).not.toContain('Mine');
    await apply(api, {}, { prune: true });
    expect((await api.send('GET', '/v1/views/')).data.views).toMatchObject([{ name: 'Mine' }]);
  });

  test('a name that another shared view has leaves everything as it was', async () => {
    const api = await openAPI();
    await api.send('POST', '/v1/views/', { json: { name: 'Down', shared: true } });
    const refused = await apply(api, {
      projects: { shop: { name: 'Shop' } },
      views: { down: { name: 'Down', statuses: ['down'] } },
    });
    expect(refused).toMatchObject({ status: 409, error: { message: expect.stringContaining('“Down”') } });
    expect(await api.store.projects.list(api.owner.teamID)).toHaveLength(1);
  });

  test('mistakes in channels, members and pages are found before anything changes', async () => {
    const { api, email } = await applied();
    const all = everything(email);
    const refused = await apply(api, {
      ...all,
      channels: {
        ...all.channels,
        slack: { type: 'email', name: 'x', settings: { to: 'a@example.com' } },
        bad: { type: 'webhook', name: 'Bad' },
      },
      onCallSchedules: {
        db: {
          ...all.onCallSchedules.db,
          rotations: [{ ...all.onCallSchedules.db.rotations[0], members: ['x@y.z'] }],
        },
      },
      statusPages: { public: { title: 'Jobs', project: 'shop', tag: 'db' } },
    });
    expect(refused.error?.fields?.map(({ path }) => path)).toEqual([
      'channels.slack.type',
      'channels.bad.settings.url',
      'onCallSchedules.db.rotations.0.members.0',
      'statusPages.public.project',
    ]);
  });
});

describe('the file of a resource', () => {
  const MANAGED = { file: 'production', kind: 'monitor', key: 'dump' };

  test('can be read, and releases the resource', async () => {
    const api = await openAPI();
    await apply(api, SHOP);
    const [monitor] = await monitorsOf(api);
    const path = `${PATH}resources/${monitor?.shortID}/`;
    expect((await api.send('GET', path)).data).toEqual({ managed: MANAGED });
    expect((await api.send('DELETE', path)).data).toEqual({ managed: MANAGED });
    expect((await api.send('GET', path)).data).toEqual({ managed: null });
    expect((await api.send('DELETE', path)).status).toBe(404);
    expect(await monitorsOf(api)).toHaveLength(1);
    expect((await api.store.listAudit(api.owner.teamID, { limit: 1 }))[0]).toMatchObject({
      action: 'configuration.release',
      details: { file: 'production', key: 'dump' },
    });
  });

  test('is hidden from another team', async () => {
    const api = await openAPI();
    await apply(api, SHOP);
    const [monitor] = await monitorsOf(api);
    const stranger = await api.addTeam('other');
    const path = `${PATH}resources/${monitor?.shortID}/`;
    expect((await api.send('GET', path, { as: stranger })).data).toEqual({ managed: null });
    expect((await api.send('DELETE', path, { as: stranger })).status).toBe(404);
    expect((await api.send('GET', path)).data).toEqual({ managed: MANAGED });
  });
});

describe('another team', () => {
  const byHand = async (api: API, stranger: Caller) => {
    const send = async (path: string, json: object) =>
      (await api.send('POST', path, { as: stranger, json })).data;
    const { project } = await send('/v1/projects/', { name: 'Shop' });
    const { monitor } = await send('/v1/monitors/', { name: 'Dump' });
    const settings = { url: 'https://hooks.example.com/x' };
    const { channel } = await send('/v1/channels/', { type: 'webhook', name: 'Hook', settings });
    const shortID = z.object({ shortID: z.string() });
    return {
      project: shortID.parse(project).shortID,
      monitor: shortID.parse(monitor).shortID,
      channel: shortID.parse(channel).shortID,
      member: (await api.store.listMembers(stranger))[0]?.email ?? '',
    };
  };
  const SAME = {
    projects: { shop: { name: 'Shop' } },
    monitors: { dump: { name: 'Dump', project: 'shop' } },
    channels: { hook: { type: 'webhook', name: 'Hook', settings: { url: 'https://hooks.example.com/x' } } },
  };
  const exportOf = async (api: API, as: Caller) =>
    (await api.send('GET', `${PATH}?file=production`, { as })).text;

  test('another team with the same keys and names has its own configuration', async () => {
    const api = await openAPI();
    const stranger = await api.addTeam('other');
    await byHand(api, stranger);
    await api.send('POST', PATH, {
      as: stranger,
      json: { file: 'production', sections: SAME, dryRun: false },
    });
    const theirs = await exportOf(api, stranger);
    const planned = planIn(await plan(api, SAME));
    expect(planned.steps.map(({ action, notes }) => [action, notes])).toEqual([
      ['create', []],
      ['create', []],
      ['create', []],
    ]);
    expect((await api.send('GET', PATH)).text).not.toMatch(/Shop|Dump|Hook/);
    expect(planIn(await apply(api, SAME)).steps).toHaveLength(3);
    expect(planIn(await apply(api, {}, { prune: true })).steps).toMatchObject([
      { action: 'delete' },
      { action: 'delete' },
      { action: 'delete' },
    ]);
    expect(await exportOf(api, stranger)).toBe(theirs);
  });

  test.each(['plan', 'apply'])('resources of another team by ID are unknown: %s', async (what) => {
    const api = await openAPI();
    const stranger = await api.addTeam('other');
    const ids = await byHand(api, stranger);
    const theirs = await exportOf(api, stranger);
    const naming = ({ project, monitor, channel, member }: typeof ids) => ({
      projects: {
        taken: { id: project, name: 'Mine' },
        shop: { name: 'Mine', channels: [channel] },
      },
      monitors: {
        taken: { id: monitor, name: 'Mine' },
        dump: { name: 'Mine', project, channels: [channel] },
      },
      channels: {
        taken: { ...SAME.channels.hook, id: channel },
        all: { type: 'group', name: 'All', channels: [channel] },
      },
      escalations: { night: { name: 'Night', steps: [{ after: 60, channels: [channel], onCall: [] }] } },
      onCallSchedules: {
        db: {
          name: 'Database',
          timezone: 'UTC',
          rotations: [{ members: [member], startsOn: '2026-11-23', handoverAt: '09:00' }],
        },
      },
      maintenance: {
        sunday: { name: 'Sunday', monitors: [monitor], projects: [project], cron: '0 2 * * 0', duration: 60 },
      },
      statusPages: { public: { title: 'Jobs', project, slug: 'jobs' } },
    });
    const request = what === 'plan' ? plan : apply;
    const response = await request(api, naming(ids));
    // The response must report the same mistakes for IDs that don't exist at all.
    const unknown = naming({
      project: 'p00000000a',
      monitor: 'm00000000a',
      channel: 'c00000000a',
      member: 'x@y.example',
    });
    const expected = (await request(api, unknown)).text
      .replaceAll('p00000000a', ids.project)
      .replaceAll('m00000000a', ids.monitor)
      .replaceAll('c00000000a', ids.channel)
      .replaceAll('x@y.example', ids.member);
    expect(response.text).toBe(expected);
    expect(response.error?.fields?.map(({ path }) => path).toSorted()).toEqual([
      'channels.all.channels.0',
      'channels.taken.id',
      'escalations.night.steps.0.channels.0',
      'maintenance.sunday.monitors.0',
      'maintenance.sunday.projects.0',
      'monitors.dump.channels.0',
      'monitors.dump.project',
      'monitors.taken.id',
      'onCallSchedules.db.rotations.0.members.0',
      'projects.shop.channels.0',
      'projects.taken.id',
      'statusPages.public.project',
    ]);
    expect(await exportOf(api, stranger)).toBe(theirs);
    expect(await monitorsOf(api)).toEqual([]);
  });
});

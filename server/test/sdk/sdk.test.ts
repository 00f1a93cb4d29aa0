import { describe, expect, test } from 'vitest';
import {
  type Client,
  type ImportProgress,
  type Monitor,
  monitor,
  OverdueError,
  ping,
} from '../../../sdk/src/index.ts';
import { startTestService } from './in-process.ts';
import { setUpInBrowser } from './session-client.ts';

async function openTeam(env?: Readonly<Record<string, string>>) {
  const service = await startTestService(env);
  return { service, client: service.client(await service.addTeam()) };
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function refresh(client: Client, { shortID }: Monitor): Promise<Monitor> {
  return client.monitors.get(shortID);
}

describe('imports', () => {
  const input = {
    source: 'crontab',
    files: [{ name: 'crontab', text: '0 2 * * * dump\n0 3 * * * sync\n' }],
    dryRun: false,
  } as const;

  test('report their progress, and resolve to the result', async () => {
    const { client } = await openTeam();
    const steps: ImportProgress[] = [];
    const { counts, isApplied } = await client.imports.run(input, {
      onProgress: (step) => void steps.push(step),
    });
    expect({ isApplied, created: counts.create }).toEqual({ isApplied: true, created: 2 });
    expect(steps[0]).toEqual({ step: 'read', done: 0, total: null });
    expect(steps.at(-1)).toEqual({ step: 'write', done: 2, total: 2 });
  });

  test('reject with the error, before and after the first progress', async () => {
    const { client } = await openTeam();
    const run = (more: object) => client.imports.run({ ...input, ...more }, { onProgress() {} });
    await expect(run({ timezone: 'Mars/Base' })).rejects.toMatchObject({ code: 'invalid', status: 422 });
    await expect(run({ files: [] })).rejects.toMatchObject({ code: 'invalid', status: 422 });
    await expect(
      client.imports.run(input, { onProgress() {}, signal: AbortSignal.abort('enough') }),
    ).rejects.toMatchObject({ code: 'aborted' });
    expect((await client.monitors.list()).monitors).toEqual([]);
  });
});

describe('monitors', () => {
  test('are created, listed, changed, paused, resumed and deleted', async () => {
    const { client } = await openTeam();
    const { monitors } = client;
    const schedule = { cron: '0 2 * * 1-5', timezone: 'Europe/Riga', graceDuration: 3600 };
    const created = await monitors.create({ name: 'pg-dump prod', schedule, tags: ['db'] });
    expect(created).toMatchObject({
      name: 'pg-dump prod',
      kind: 'cron',
      status: 'new',
      tags: ['db'],
      schedule,
    });

    const { monitors: listed, usage, nextCursor, etag } = await monitors.list();
    expect({ listed, used: usage.monitors.used, nextCursor }).toEqual({
      listed: [created],
      used: 1,
      nextCursor: null,
    });
    expect(await monitors.listIfChanged(etag ?? '')).toBeNull();

    const changed = await monitors.update(created.shortID, { schedule: { graceDuration: 60 } });
    expect(changed.schedule).toMatchObject({ ...schedule, graceDuration: 60 });
    expect(await monitors.listIfChanged(etag ?? '')).toMatchObject({ monitors: [changed] });
    expect(await monitors.pause(created.shortID)).toMatchObject({ status: 'paused', paused: true });
    expect(await monitors.resume(created.shortID)).toMatchObject({ status: 'new', paused: false });

    expect(await monitors.delete(created.shortID)).toMatchObject({ shortID: created.shortID });
    await expect(refresh(client, created)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    await expect(ping(created.pingURL)).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  test('are filtered, and listed in pages', async () => {
    const { client } = await openTeam();
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names) await client.monitors.create({ name, tags: name < 'c' ? ['early'] : [] });
    const namesOf = (found: readonly Monitor[]) => found.map(({ name }) => name);
    expect(namesOf(await collect(client.monitors.all()))).toEqual(names);
    expect(namesOf(await collect(client.monitors.all({ limit: 2 })))).toEqual(names);
    expect(namesOf((await client.monitors.list({ tag: 'early' })).monitors)).toEqual(['a', 'b']);
    expect(namesOf((await client.monitors.list({ q: 'E' })).monitors)).toEqual(['e']);
    expect(namesOf((await client.monitors.list({ status: ['up', 'new'] })).monitors)).toEqual(names);
    expect((await client.monitors.list({ status: 'down' })).monitors).toEqual([]);
  });
});

describe('pings', () => {
  test('pings of each type are recorded, with their log', async () => {
    const { client } = await openTeam();
    const { pingURL, shortID } = await client.monitors.create({ name: 'job' });
    const start = await ping(pingURL, { type: 'start' });
    expect(start).toMatchObject({
      monitor: { status: 'up' },
      event: { number: 1, type: 'start', duration: 0 },
    });
    const { runID } = start.event;
    const end = await ping(pingURL, { type: 'end', rid: runID, duration: 184.22, body: 'žurnāls\n' });
    expect(end.event).toEqual({ number: 2, type: 'end', duration: 184.22, runID, warnings: [] });
    expect((await ping(pingURL, { type: 'log', body: new Uint8Array([0xff]) })).event.type).toBe('log');
    expect((await ping(pingURL, { exitStatus: 3, rid: '+ &=' })).event).toMatchObject({
      type: 'fail',
      warnings: [expect.stringContaining('rid')],
    });
    expect((await ping(pingURL, { exitStatus: 0, rid: 'a+b&c=d' })).event).toMatchObject({
      type: 'end',
      runID: 'a+b&c=d',
    });

    const events = await collect(client.monitors.events.all(shortID, { limit: 2 }));
    expect(events.map(({ number, type }) => `${number} ${type}`)).toEqual([
      '5 end',
      '4 fail',
      '3 log',
      '2 end',
      '1 start',
    ]);
    expect((await client.monitors.eventBody(shortID, 2)).text).toBe('žurnāls\n');
    expect(await client.monitors.eventBody(shortID, 3)).toEqual({
      bytes: new Uint8Array([0xff]),
      text: null,
    });
    await expect(client.monitors.eventBody(shortID, 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('wait for the Retry-After of the service if there are too many', async () => {
    const { client } = await openTeam({ PING_RATE: '1' });
    const { pingURL } = await client.monitors.create({ name: 'job' });
    const retry = { attempts: 1 };
    const pings = Array.from({ length: 30 }, () => ping(pingURL, { retry }).catch((error: unknown) => error));
    const refused = (await Promise.all(pings)).filter((outcome) => outcome instanceof OverdueError);
    expect(refused[0]).toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 1 });
    expect(await ping(pingURL)).toMatchObject({ event: { type: 'ping' } });
  });
});

describe('monitor()', () => {
  test('a successful run is reported', async () => {
    const { client } = await openTeam();
    const created = await client.monitors.create({ name: 'job' });
    const seen: string[] = [];
    const errors: unknown[] = [];
    const job = async ({ rid }: { readonly rid: string }) => {
      const { status, running } = await refresh(client, created);
      seen.push(rid, status, String(running));
      return 7;
    };
    expect(await monitor(created.pingURL, job, { onError: (error) => errors.push(error) })).toBe(7);
    expect(errors).toEqual([]);
    const [rid] = seen;
    expect(seen).toEqual([rid, 'up', '1']);
    expect(await refresh(client, created)).toMatchObject({ status: 'up', running: 0 });
    const { runs } = await client.monitors.runs.list(created.shortID);
    expect(runs).toMatchObject([{ runID: rid, state: 'succeeded', startEvent: 1, endEvent: 2 }]);
    expect(runs[0]?.duration).toBeGreaterThan(0);
  });

  test('a failed run is reported, and the monitor goes down and recovers', async () => {
    const { client } = await openTeam();
    const created = await client.monitors.create({ name: 'job' });
    const error = new Error('disk full');
    await expect(monitor(created.pingURL, () => Promise.reject(error))).rejects.toBe(error);
    expect(await refresh(client, created)).toMatchObject({ status: 'down', failureStreak: 1 });
    expect((await client.monitors.eventBody(created.shortID, 2)).text).toBe(error.stack);
    await monitor(created.pingURL, () => {});
    expect(await refresh(client, created)).toMatchObject({ status: 'up', failureStreak: 0 });
    const transitions = await collect(client.monitors.transitions.all(created.shortID, { limit: 1 }));
    expect(transitions.map(({ to, reason }) => `${to} ${reason}`)).toEqual([
      'up succeeded',
      'down failed',
      'up reported',
    ]);
  });

  test('overlapping runs are measured separately', async () => {
    const { client } = await openTeam();
    const { pingURL, shortID } = await client.monitors.create({ name: 'job' });
    await monitor(pingURL, () => monitor(pingURL, () => {}, { rid: 'inner' }), { rid: 'outer' });
    const { runs } = await client.monitors.runs.list(shortID);
    const byID = new Map(runs.map((run) => [run.runID, run]));
    expect(byID.get('outer')).toMatchObject({ state: 'succeeded', startEvent: 1, endEvent: 4 });
    expect(byID.get('inner')).toMatchObject({ state: 'succeeded', startEvent: 2, endEvent: 3 });
  });

  test('the job is unaffected by an unavailable service', async () => {
    const { service, client } = await openTeam();
    const { pingURL } = await client.monitors.create({ name: 'job' });
    await service.stop();
    const errors: string[] = [];
    const options = {
      onError: (_error: unknown, type: string) => errors.push(type),
      startTimeoutMs: 10,
      endTimeoutMs: 10,
    };
    expect(await monitor(pingURL, () => 7, options)).toBe(7);
    expect(errors).toEqual(['start', 'end']);
  });
});

test('projects are created, used, renamed and deleted', async () => {
  const { client } = await openTeam();
  const project = await client.projects.create({ name: 'db-01' });
  const { shortID } = await client.monitors.create({ name: 'job', projectShortID: project.shortID });
  expect(await client.projects.get(project.shortID)).toMatchObject({ name: 'db-01', monitors: 1 });
  await expect(client.projects.delete(project.shortID)).rejects.toMatchObject({
    code: 'conflict',
    status: 409,
  });
  await client.monitors.delete(shortID);
  expect((await client.projects.update(project.shortID, { name: 'db-02' })).name).toBe('db-02');
  expect((await collect(client.projects.all({ limit: 1 }))).map(({ isDefault }) => isDefault)).toEqual([
    true,
    false,
  ]);
  expect((await client.projects.delete(project.shortID)).name).toBe('db-02');
  expect((await client.projects.list()).projects).toHaveLength(1);
});

test('tokens are created, used and revoked', async () => {
  const service = await startTestService();
  const client = await setUpInBrowser(service.baseURL);
  const { token, id } = await client.tokens.create({ name: 'reader', scope: 'read' });
  const writer = await client.tokens.create({ name: 'writer' });
  await expect(service.client(writer.token).tokens.create({ name: 'x' })).rejects.toMatchObject({
    code: 'forbidden',
    status: 403,
  });
  const reader = service.client(token);
  expect((await reader.monitors.list()).monitors).toEqual([]);
  await expect(reader.monitors.create({ name: 'x' })).rejects.toMatchObject({
    code: 'forbidden',
    status: 403,
  });
  expect((await collect(client.tokens.all({ limit: 1 }))).map(({ name }) => name)).toEqual([
    'reader',
    'writer',
  ]);
  expect((await client.tokens.list()).tokens.map(({ scope }) => scope)).toEqual(['read', 'write']);
  await client.tokens.revoke(id);
  await expect(reader.monitors.list()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
});

test('a schedule is previewed', async () => {
  const { client } = await openTeam();
  const schedule = { cron: '0 2 * * 1-5', timezone: 'Europe/Riga' };
  expect(await client.schedules.preview({ schedule, after: '2026-11-21T08:15:30Z', count: 2 })).toMatchObject(
    {
      occurrences: ['2026-11-23T00:00:00.000Z', '2026-11-24T00:00:00.000Z'],
      summary: 'At 02:00, Monday through Friday (Europe/Riga)',
    },
  );
});

describe('errors', () => {
  test('name the invalid fields', async () => {
    const { client } = await openTeam();
    const error = await client.monitors
      .create({ name: '', schedule: { cron: '0 25 * * *' } })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OverdueError);
    expect(error).toMatchObject({ code: 'invalid', status: 422 });
    const paths = error instanceof OverdueError ? error.fields.map(({ path }) => path) : [];
    expect(paths).toEqual(expect.arrayContaining(['name', 'schedule.cron']));
  });

  test('distinguish the allowance from the role', async () => {
    const { client } = await openTeam({ MONITOR_ALLOWANCE: '1' });
    await client.monitors.create({ name: 'first' });
    await expect(client.monitors.create({ name: 'second' })).rejects.toMatchObject({
      code: 'allowance_used_up',
      status: 403,
    });
  });

  test('have retryAfter', async () => {
    const { client } = await openTeam({ API_RATE: '1' });
    const requests = Array.from({ length: 30 }, () => client.monitors.create({ name: 'x' }));
    const refused = (await Promise.allSettled(requests)).filter(({ status }) => status === 'rejected');
    expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited', status: 429, retryAfter: 1 } });
  });
});

test('teams are hidden from one another', async () => {
  const { service, client } = await openTeam();
  const stranger = service.client(await service.addTeam());
  const { shortID } = await client.monitors.create({ name: 'job' });
  const project = await client.projects.create({ name: 'db-01' });
  const notFound = { code: 'not_found', status: 404 };
  const attempts: readonly ((one: Client) => Promise<unknown>)[] = [
    ({ monitors }) => monitors.get(shortID),
    ({ monitors }) => monitors.update(shortID, { name: 'mine' }),
    ({ monitors }) => monitors.pause(shortID),
    ({ monitors }) => monitors.resume(shortID),
    ({ monitors }) => monitors.delete(shortID),
    ({ monitors }) => monitors.events.list(shortID),
    ({ monitors }) => monitors.eventBody(shortID, 1),
    ({ monitors }) => monitors.runs.list(shortID),
    ({ monitors }) => monitors.transitions.list(shortID),
    ({ monitors }) => monitors.create({ name: 'x', projectShortID: project.shortID }),
    ({ projects }) => projects.get(project.shortID),
    ({ projects }) => projects.update(project.shortID, { name: 'mine' }),
    ({ projects }) => projects.delete(project.shortID),
  ];
  for (const attempt of attempts)
    await expect(attempt(stranger), String(attempt)).rejects.toMatchObject(notFound);
  expect((await stranger.monitors.list()).monitors).toEqual([]);
  expect((await client.monitors.get(shortID)).name).toBe('job');
});

describe('channels and deliveries', () => {
  test('channels are created, listed, changed, tested and deleted', async () => {
    const { client } = await openTeam();
    const { channels, deliveries } = client;
    expect((await channels.types()).map(({ type }) => type)).toContain('webhook');
    // A private address. Channels can't reach it unless the operator allows this.
    const settings = { url: 'http://127.0.0.1:9/' };
    const created = await channels.create({ type: 'webhook', name: 'Hook', settings });
    expect(await channels.get(created.shortID)).toEqual(created);
    expect(await collect(channels.all({ limit: 1 }))).toEqual([created]);
    expect(await channels.test(created.shortID)).toMatchObject({ outcome: 'failed', status: null });
    const disabled = 'Too loud.';
    expect(await channels.update(created.shortID, { disabled })).toMatchObject({ disabled });
    expect(await collect(deliveries.all({ channel: created.shortID }))).toEqual([]);
    await expect(deliveries.get('nosuchthng')).rejects.toMatchObject({ status: 404 });
    await expect(deliveries.sendAgain('nosuchthng')).rejects.toMatchObject({ status: 404 });
    await channels.delete(created.shortID);
    expect((await channels.list()).channels).toEqual([]);
  });

  test('the channels that were alerted of a transition are listed', async () => {
    const { client } = await openTeam();
    const { shortID, pingURL } = await client.monitors.create({ name: 'job' });
    await ping(pingURL, { type: 'fail' });
    const { transitions } = await client.monitors.transitions.list(shortID);
    const alerts = await client.monitors.alerts(shortID, transitions[0]?.id ?? 0);
    expect(['due', 'planned']).toContain(alerts.state);
  });
});

describe('runs and schedules', () => {
  test('runs of many monitors are returned in one request', async () => {
    const { client } = await openTeam();
    const [a, b] = [await client.monitors.create({ name: 'a' }), await client.monitors.create({ name: 'b' })];
    await ping(a.pingURL, { rid: 'one' });
    const found = await client.runs.list([b.shortID, a.shortID, 'nobody'], { limit: 5 });
    expect(found).toMatchObject([
      { shortID: b.shortID, runs: [] },
      { shortID: a.shortID, truncated: false, runs: [{ runID: 'one', state: 'succeeded' }] },
    ]);
    const before = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
    expect(await client.runs.list([a.shortID], before)).toMatchObject([{ runs: [] }]);
  });

  test('a crontab line is parsed, or refused with the reason', async () => {
    const { client } = await openTeam();
    expect(await client.schedules.readCrontab('@daily /opt/dump.sh')).toMatchObject({
      cron: '@daily',
      name: 'dump',
    });
    const line = '@daily ann /opt/dump.sh';
    expect(await client.schedules.readCrontab({ line, hasUser: false })).toMatchObject({
      command: 'ann /opt/dump.sh',
    });
    await expect(client.schedules.readCrontab('@reboot x')).rejects.toMatchObject({ code: 'invalid' });
  });
});

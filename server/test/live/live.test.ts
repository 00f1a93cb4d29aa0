import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createClient, ping } from '../../../sdk/src/index.ts';
import { LISTENERS_PER_PERSON_MAX } from '../../src/live/listeners.ts';
import { openBrowser } from '../accounts/browser.ts';
import { startTestService } from '../sdk/in-process.ts';
import { setUpInBrowser } from '../sdk/session-client.ts';
import { follow, hasDeleted, hasKind, hasMonitor } from './following.ts';

function headersOf({ headers }: RequestInit): Readonly<Record<string, string>> {
  return Object.fromEntries(new Headers(headers));
}

async function openTeam() {
  const service = await startTestService();
  const client = service.client(await service.addTeam());
  return { service, client };
}

describe('GET /v1/live/', () => {
  test('each change of a monitor is sent in the form of the list', async () => {
    const { client } = await openTeam();
    const following = await follow(client);
    const { shortID, pingURL } = await client.monitors.create({ name: 'job' });
    await following.heard(hasMonitor(shortID, { status: 'new' }));
    await ping(pingURL);
    await following.heard(hasMonitor(shortID, { status: 'up' }));
    await ping(pingURL, { type: 'fail' });
    const event = await following.heard(hasMonitor(shortID, { status: 'down' }));
    const { monitors } = await client.monitors.list();
    expect(event).toMatchObject({ monitors });
    await following.heard(hasKind('incidents'));
    await client.incidents.acknowledge(monitors[0]?.incident?.incidentID ?? '');
    const acknowledged = await following.heard(
      ({ type, ...rest }) => type === 'monitors' && /"acknowledgedBy":"[^"]+"/.test(JSON.stringify(rest)),
    );
    expect(acknowledged).toMatchObject({ monitors: (await client.monitors.list()).monitors });
    await client.monitors.update(shortID, { name: 'renamed' });
    await following.heard(hasMonitor(shortID, { name: 'renamed' }));
    await client.monitors.delete(shortID);
    await following.heard(hasDeleted(shortID));
  });

  test('changes of a monitor without a ping are sent', async () => {
    const { client } = await openTeam();
    const { shortID, pingURL } = await client.monitors.create({ name: 'job', maxRunDuration: 1 });
    const following = await follow(client);
    await ping(pingURL, { type: 'start' });
    await following.heard(hasMonitor(shortID, { status: 'down' }));
  });

  test('changed lists are named', async () => {
    const { client } = await openTeam();
    const following = await follow(client);
    await client.projects.create({ name: 'other' });
    await following.heard(hasKind('projects'));
    await client.channels.create({
      type: 'webhook',
      name: 'hook',
      settings: { url: 'https://example.com/' },
    });
    await following.heard(hasKind('channels'));
    await client.invitations.create({ role: 'viewer' });
    await following.heard(hasKind('team'));
  });

  test('monitors, projects and policies that lose a deleted channel are named', async () => {
    const { client } = await openTeam();
    const settings = { url: 'https://example.com/' };
    const { shortID: channel } = await client.channels.create({ type: 'webhook', name: 'hook', settings });
    const { shortID } = await client.monitors.create({ name: 'job', channels: [channel] });
    const following = await follow(client);
    await client.channels.delete(channel);
    await following.heard(hasMonitor(shortID, { revision: 2 }));
    await following.heard(hasKind('projects'));
    await following.heard(hasKind('escalations'));
    const steps = [
      {
        after: 60,
        channels: [(await client.channels.create({ type: 'webhook', name: 'b', settings })).shortID],
      },
    ];
    const { shortID: escalation } = await client.escalations.create({ name: 'On call', steps });
    await client.monitors.update(shortID, { escalation });
    await following.heard(hasMonitor(shortID, { escalation }));
    await client.escalations.delete(escalation);
    await following.heard(hasMonitor(shortID, { escalation: '' }));
  });

  test('other teams receive nothing', async () => {
    const { service, client } = await openTeam();
    const following = await follow(client);
    const other = service.client(await service.addTeam());
    const foreign = await other.monitors.create({ name: 'foreign' });
    await other.monitors.delete(foreign.shortID);
    await other.projects.create({ name: 'theirs' });
    const { shortID } = await client.monitors.create({ name: 'own' });
    await following.heard(hasMonitor(shortID));
    expect(following.events.map(({ type }) => type)).toEqual(['hello', 'monitors']);
  });

  test('viewers receive no ping URL', async () => {
    const service = await startTestService();
    const client = await setUpInBrowser(service.baseURL);
    const { token } = await client.tokens.create({ name: 'wallboard', scope: 'read' });
    const [reading, writing] = [await follow(service.client(token)), await follow(client)];
    const { shortID, pingURL } = await client.monitors.create({ name: 'job' });
    await ping(pingURL);
    for (const following of [reading, writing]) await following.heard(hasMonitor(shortID, { status: 'up' }));
    expect(JSON.stringify(writing.events)).toContain(pingURL);
    expect(JSON.stringify(reading.events)).not.toContain(pingURL.slice(-22));
    expect(await reading.heard(hasMonitor(shortID, { status: 'up' }))).toMatchObject({
      monitors: [{ shortID, pingURL: '' }],
    });
  });

  test('many changes are gathered into few events', async () => {
    const { client } = await openTeam();
    const { shortID, pingURL } = await client.monitors.create({ name: 'job' });
    const following = await follow(client);
    const begun = performance.now();
    for (let count = 0; count < 100; count += 1) await ping(pingURL);
    await client.monitors.update(shortID, { name: 'the end' });
    await following.heard(hasMonitor(shortID, { name: 'the end' }));
    const flushes = Math.ceil((performance.now() - begun) / 250) + 1;
    expect(following.events.length - 1).toBeLessThanOrEqual(flushes);
  });

  test('a stream no longer counts after its client has closed the connection', async () => {
    const service = await startTestService();
    const headers = { Authorization: `Bearer ${await service.addTeam()}` };
    const open = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const request = get(`${service.baseURL}/v1/live/`, { headers, agent: false }, ({ statusCode }) => {
          request.destroy();
          resolve(statusCode);
        });
        request.once('error', reject);
      });
    for (let count = 0; count <= LISTENERS_PER_PERSON_MAX; count += 1) {
      // The server may notice the end of the last connection only after the next request.
      await expect.poll(open, { timeout: 3000 }).toBe(200);
    }
  });

  test("a stream ends immediately for a revoked token, which can't open another", async () => {
    const service = await startTestService();
    const client = await setUpInBrowser(service.baseURL);
    const { token, id } = await client.tokens.create({ name: 'to be revoked', scope: 'read' });
    const following = await follow(service.client(token));
    const staying = await follow(client);
    await client.tokens.revoke(id);
    expect(await following.ended).toMatchObject({ code: 'unauthorized', status: 401 });
    const { shortID } = await client.monitors.create({ name: 'secret' });
    await staying.heard(hasMonitor(shortID));
    expect(following.events.some(hasMonitor(shortID))).toBe(false);
  });

  test('a stream follows a browser by its session, until the session ends', async () => {
    const { baseURL } = await startTestService();
    const browser = openBrowser((path, init) => fetch(`${baseURL}${path}`, init), baseURL);
    const owner = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery', team: 'Acme' };
    expect(await browser.send('POST', '/v1/setup/', owner)).toMatchObject({ status: 201 });
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const client = createClient({
      baseURL,
      credentials: 'session',
      fetch: (url, init) => fetch(url, { ...init, headers: { ...headersOf(init), Cookie } }),
    });
    const following = await follow(client);
    const made = await browser.send('POST', '/v1/monitors/', { name: 'job' });
    expect(made.status).toBe(201);
    await following.heard(({ type }) => type === 'monitors');
    expect(await browser.send('POST', '/auth/sign-out', {})).toMatchObject({ status: 200 });
    expect(await following.ended).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('a request without a token is refused', async () => {
    const { service } = await openTeam();
    const nobody = createClient({ baseURL: service.baseURL, token: 'ovd_none' });
    await expect(follow(nobody)).rejects.toThrow('token');
  });

  test('no proxy buffers the stream, and HEAD gets only its head', async () => {
    const service = await startTestService();
    const Authorization = `Bearer ${await service.addTeam()}`;
    const headers = await new Promise((resolve) => {
      get(`${service.baseURL}/v1/live`, { headers: { Authorization } }, (response) => {
        resolve(response.headers);
        response.destroy();
      });
    });
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    const head = await fetch(`${service.baseURL}/v1/live/`, { method: 'HEAD', headers: { Authorization } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('a stream ends when the service stops, and does not delay the stop', async () => {
    const { service, client } = await openTeam();
    const following = await follow(client);
    const begun = performance.now();
    await service.stop();
    expect(performance.now() - begun).toBeLessThan(5000);
    await following.heard(({ type }) => type === 'lost');
  });
});

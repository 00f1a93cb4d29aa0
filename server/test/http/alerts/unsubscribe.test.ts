import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createUnsubscribe } from '../../../src/channels/endpoints/unsubscribe.ts';
import { listOutbox } from '../../store/outbox.ts';
import { BASE_URL, openAPI } from '../api.ts';

async function openMail(json: object = {}) {
  const api = await openAPI();
  const email = { type: 'email', name: '<On-call>', settings: { to: 'ops@example.com' }, ...json };
  const { data } = await api.send('POST', '/v1/channels/', { json: email });
  const { shortID } = z.object({ shortID: z.string() }).parse(data.channel);
  const { store, clock } = api;
  const { catalog } = api.channels;
  let wakes = 0;
  const app = createUnsubscribe({
    store,
    catalog,
    clock: { now: () => clock.time },
    wakeNotifier() {
      wakes += 1;
    },
    log: { error() {} },
    remoteAddress: () => '192.0.2.9',
  });
  const path = catalog.unsubscribeURL(shortID).replace(BASE_URL, '');
  const read = async () => (await api.send('GET', `/v1/channels/${shortID}/`)).data.channel;
  const alertKinds = async () => (await listOutbox(store, 0, 10)).map(({ kind }) => kind);
  return { api, app, path, shortID, read, alertKinds, wakes: () => wakes };
}

const ONE_CLICK = {
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

test('an opened page changes nothing, and has a button and no script', async () => {
  const { app, path, read } = await openMail();
  const before = await read();
  for (const address of [path, `${path}/`]) {
    const response = await app.request(address);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('<form method="post">');
    expect(text).toContain('&lt;On-call&gt;');
    expect(text).not.toMatch(/<script|<link|<img|\son\w+=|\sstyle=/i);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    const policy = response.headers.get('Content-Security-Policy');
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
  }
  expect(await read()).toEqual(before);
});

test('a click disables the channel, and another click changes nothing', async () => {
  const { api, app, path, read } = await openMail();
  expect((await app.request(path, ONE_CLICK)).status).toBe(200);
  const off = { disabled: 'The recipient unsubscribed.', disabledAt: '2026-11-21T08:15:30.123Z' };
  expect(await read()).toMatchObject(off);
  api.clock.time += 1000;
  expect((await app.request(path, ONE_CLICK)).status).toBe(200);
  expect(await read()).toMatchObject(off);
  const text = await (await app.request(path)).text();
  expect(text).toContain('is disabled');
  expect(text).not.toContain('<form');
});

test('the team is informed once that a recipient has left', async () => {
  const { app, path, alertKinds, wakes } = await openMail();
  for (let clicks = 0; clicks < 2; clicks += 1) await app.request(path, ONE_CLICK);
  expect(await alertKinds()).toEqual(['channel_disabled']);
  expect(wakes()).toBe(1);
});

test('a wrong link gets 404, and disables no channel', async () => {
  const { api, app, path, shortID, read } = await openMail();
  const nobodys = api.channels.catalog.unsubscribeURL('nosuchthng').replace(BASE_URL, '');
  for (const wrong of [`${path}x`, path.replace(shortID, 'nosuchthng'), nobodys]) {
    for (const init of [{}, ONE_CLICK]) expect((await app.request(wrong, init)).status).toBe(404);
  }
  expect(await read()).toMatchObject({ disabled: null });
  await api.send('DELETE', `/v1/channels/${shortID}/`);
  expect((await app.request(path, ONE_CLICK)).status).toBe(404);
});

test('only mail can be ended by a link', async () => {
  const { app, path, read } = await openMail({ type: 'webhook', settings: { url: 'https://example.com/' } });
  expect((await app.request(path, ONE_CLICK)).status).toBe(404);
  expect(await read()).toMatchObject({ disabled: null });
});

test('the audit log has one entry, with its origin', async () => {
  const { api, app, path, shortID } = await openMail();
  await app.request(path);
  await app.request(path, ONE_CLICK);
  await app.request(path, ONE_CLICK);
  const entries = await api.store.listAudit(api.owner.teamID, { limit: 10 });
  expect(entries).toMatchObject([
    {
      action: 'channel.unsubscribe',
      actor: { kind: 'visitor' },
      target: { kind: 'channel', id: shortID, name: '<On-call>' },
      remoteAddress: '192.0.2.9',
    },
    { action: 'channel.create' },
  ]);
});

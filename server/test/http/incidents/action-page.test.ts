import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createIncidentLinks, memberReader } from '../../../src/channels/incident-link.ts';
import { createActionPage } from '../../../src/incidents/action-page/action-page.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { createSecretBox } from '../../../src/platform/security/secret-box.ts';
import type { Caller } from '../../callers.ts';
import { DOWN, ITEM } from '../../notify/sample-alerts.ts';
import { type API, BASE_URL, DAY, MINUTE, NOW, openAPI } from '../api.ts';
import { createTestAccounts } from '../test-accounts.ts';
import { TEST_KEY } from '../test-catalog.ts';

const channelResponse = z.object({ shortID: z.string() });
const incidents = z.array(z.looseObject({ incidentID: z.string() }));

async function makeChannel(api: API, as?: Caller) {
  const json = { type: 'webhook', name: 'ops', settings: { url: 'https://example.com/' } };
  const { data } = await api.send('POST', '/v1/channels/', { json, ...(as === undefined ? {} : { as }) });
  return channelResponse.parse(data.channel).shortID;
}

/** Opens the action page that a channel's message links to, for a monitor that went down. */
async function openPage({
  log,
  ...settings
}: {
  readonly log?: string;
  readonly [field: string]: unknown;
} = {}) {
  const api = await openAPI();
  const channel = await makeChannel(api);
  const { shortID } = await api.create({ name: '<b>job</b>', ...settings });
  await api.ping(shortID, 'fail', {
    rid: 'run-1',
    ...(log === undefined ? {} : { request: { body: new TextEncoder().encode(log) } }),
  });
  const [opened] = incidents.parse((await api.send('GET', '/v1/incidents/')).data.incidents);
  const id = opened?.incidentID ?? '';
  const { sign } = createSecretBox(TEST_KEY, systemRandom);
  const links = createIncidentLinks({ sign, baseURL: '' });
  const pathFor = (reader: string, incidentID = id) => {
    const incident = {
      ...ITEM.incident,
      id: incidentID,
      reason: 'failed',
      openedAt: NOW,
      closedAt: null,
      runID: null,
    } as const;
    return links.urlOf({ ...DOWN, at: NOW, items: [{ ...ITEM, incident }] }, reader) ?? '';
  };
  const path = pathFor(channel);
  const app = createActionPage({
    store: api.store,
    accounts: createTestAccounts(api.store),
    catalog: api.channels.catalog,
    clock: { now: () => api.clock.time },
    baseURL: BASE_URL,
    wakeWatchdog() {},
    log: { error() {} },
    remoteAddress: () => '192.0.2.9',
  });
  const read = async () => (await api.send('GET', `/v1/incidents/${id}/`)).data.incident;
  const audit = async () => {
    const { data } = await api.send('GET', '/v1/audit/');
    return z.array(z.looseObject({ action: z.string() })).parse(data.entries);
  };
  return { api, app, path, pathFor, read, audit, shortID, channel, id };
}

function press(action: string, headers: Readonly<Record<string, string>> = {}) {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: `action=${action}`,
  };
}

/** Returns the text of a page without its markup. */
function textOf(page: string): string {
  return page.replaceAll(/<[^>]*>/g, '');
}

test('previews change nothing: the page has buttons, and runs nothing but its own script', async () => {
  const { api, app, path, read } = await openPage();
  const before = await read();
  for (const address of [path, `${path}/`, `${path}?action=acknowledge`])
    for (const method of ['GET', 'HEAD']) expect((await app.request(address, { method })).status).toBe(200);
  const response = await app.request(path);
  const text = await response.text();
  expect(text).toContain('Down: &lt;b&gt;job&lt;/b&gt;');
  expect(text).toContain('<form id="actions" method="post">');
  expect(text).not.toMatch(/<link|<img|\son\w+=|\sstyle=/i);
  const [, script = '', ...further] = text.split(/<\/?script>/);
  expect(further).toHaveLength(1);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
  const policy = response.headers.get('Content-Security-Policy');
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}';`);
  expect(policy).toContain(`script-src 'sha256-${hash('sha256', script, 'base64')}';`);
  expect(response.headers.get('Referrer-Policy')).toBe('same-origin');
  expect([...text.matchAll(/<a [^>]*>/g)].filter(([tag]) => !tag.includes('rel="noreferrer"'))).toEqual([]);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  api.clock.time = NOW;
  expect(await read()).toEqual(before);
});

test('the page shows the team, the start in the time zone of the job, the runbook, and the likely errors in the log', async () => {
  const { api, app, path } = await openPage({
    schedule: { type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Riga' },
    runbookURL: 'https://wiki.example.com/(job)',
    log: `<img src=x onerror=alert(1)>\n\u001b[31merror: no space left\u001b[0m\n${'ok\n'.repeat(12)}`,
  });
  api.clock.time += MINUTE;
  const text = await (await app.request(path)).text();
  expect(textOf(text)).toMatch(/^ Overdue ?Acme$/m);
  expect(textOf(text)).toContain('Down since 21 Nov 10:15 (Europe/Riga)');
  expect(text).toContain('<time datetime="2026-11-21T08:15:30.123Z" data-zone="Europe/Riga">');
  expect(text).toContain('data-elapsed="60000"');
  expect(text).toContain('href="https://wiki.example.com/%28job%29" rel="noreferrer">Runbook</a>');
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(text).toMatch(/<mark><span class="unseen">Likely error: <\/span>error: no space left<\/mark>/);
  await app.request(path, press('pause'));
  const ended = textOf(await (await app.request(path)).text());
  expect(ended).toContain('The monitor was down for 1 minute, from 21 Nov 10:15 (Europe/Riga)');
  expect(ended).not.toContain('no space left');
});

test('the page names the sender of the last report, and earlier incidents with their last notes', async () => {
  const { api, app, path, pathFor, channel, shortID, id } = await openPage({ log: 'error: no space left' });
  expect(textOf(await (await app.request(path)).text())).not.toContain('Before:');
  await api.send('POST', `/v1/incidents/${id}/notes/`, { json: { text: '<i>Freed</i> the disk.' } });
  api.clock.time += 12 * MINUTE;
  await api.ping(shortID, 'end', { rid: 'run-2' });
  await api.ping(shortID, 'fail', { rid: 'run-3', request: { remoteAddress: '10.0.0.7', exitStatus: 2 } });
  const [opened] = incidents.parse((await api.send('GET', '/v1/incidents/?state=open')).data.incidents);
  const text = await (await app.request(pathFor(channel, opened?.incidentID ?? ''))).text();
  expect(textOf(text)).toContain(
    'Last report: failure (exit 2), 21 Nov 08:27 UTC, from 10.0.0.7 (curl/8.14.1)',
  );
  expect(textOf(text)).toContain('Log of the last run');
  expect(textOf(text)).toContain('Before: 1 incident in 30 days');
  expect(text).toContain(
    'for 12 minutes: the job reported a failure<q>&lt;i&gt;Freed&lt;/i&gt; the disk.</q>',
  );
});

test('a long log is cut to its last likely error', async () => {
  const { app, path } = await openPage({
    log: `${'before\n'.repeat(50)}fatal: ${'x'.repeat(500)}\n${'after\n'.repeat(50)}`,
  });
  const text = await (await app.request(path)).text();
  expect([...text.matchAll(/<span>(before|after)<\/span>/g)].map(([, word]) => word)).toEqual([
    ...Array.from({ length: 4 }, () => 'before'),
    ...Array.from({ length: 10 }, () => 'after'),
  ]);
  expect(text).toMatch(/fatal: x{292}…/);
});

test('a press acknowledges the incident without signing in, once, and names the channel', async () => {
  const { api, app, path, read, audit, channel, id } = await openPage();
  api.clock.time += MINUTE;
  const response = await app.request(path, press('acknowledge'));
  expect(textOf(await response.text())).toContain(
    '✓ You are on it Acknowledged at 21 Nov 08:16 UTC by Someone in the channel “ops”.',
  );
  const acknowledged = {
    acknowledgedAt: '2026-11-21T08:16:30.123Z',
    acknowledgedBy: 'Someone in the channel “ops”',
  };
  expect(await read()).toMatchObject(acknowledged);
  api.clock.time += MINUTE;
  expect(await (await app.request(path, press('acknowledge'))).text()).not.toContain('value="acknowledge"');
  expect(await read()).toMatchObject(acknowledged);
  expect((await audit()).filter(({ action }) => action === 'incident.acknowledge')).toMatchObject([
    {
      actor: { kind: 'visitor', name: 'Someone in the channel “ops”' },
      target: { kind: 'incident', id },
      details: { channel },
      remoteAddress: '192.0.2.9',
    },
  ]);
});

test('a reader who enters a name is named with the channel, and may take back the acknowledgement', async () => {
  const { app, path, read, audit } = await openPage({ log: 'see https://ci.example.com/<7>' });
  const named = (action: string, name: string) => ({
    ...press(''),
    body: new URLSearchParams({ action, name }).toString(),
  });
  expect(await (await app.request(path)).text()).toContain('name="name" value=""');
  const text = await (await app.request(path, named('acknowledge', ' "Ben" \u202e'))).text();
  expect(textOf(text)).toContain('You are on it');
  expect(text).toContain('<input type="hidden" name="name" value="&quot;Ben&quot;">');
  expect(text).toContain(
    'see <a href="https://ci.example.com/" rel="noreferrer">https://ci.example.com/</a>',
  );
  const by = '"Ben" in the channel “ops”';
  expect(await read()).toMatchObject({ acknowledgedBy: by });
  expect((await audit())[0]).toMatchObject({ actor: { kind: 'visitor', name: by } });
  const later = await (await app.request(path)).text();
  expect(textOf(later)).toContain('&quot;Ben&quot; in the channel “ops” is on it');
  expect(later).toContain('value="unacknowledge"');
  await app.request(path, named('unacknowledge', ''));
  expect(await read()).toMatchObject({ acknowledgedAt: null });
});

test('a reader who is known by a session or a mail is not asked for a name, and a sent name does not count', async () => {
  const { api, app, path, pathFor, read } = await openPage();
  const headers = await api.sessionOf(api.owner);
  const { memberID } = await api.addMember(api.owner.teamID, 'member');
  const mailed = pathFor(memberReader({ memberID, by: 'mail' }));
  expect(await (await app.request(path, { headers })).text()).not.toContain('name="name"');
  expect(await (await app.request(mailed)).text()).not.toContain('name="name"');
  await app.request(mailed, { ...press(''), body: 'action=acknowledge&name=Ben' });
  expect(await read()).toMatchObject({ acknowledgedBy: 'member' });
});

test('a reader can take back their own acknowledgement, but not a member’s', async () => {
  const { api, app, path, pathFor, read, audit, id } = await openPage();
  const bob = await api.addMember(api.owner.teamID, 'member');
  const takeBack = async (address = path) =>
    textOf(await (await app.request(address, press('unacknowledge'))).text());
  await app.request(path, press('acknowledge'));
  expect(await (await app.request(path)).text()).toContain('value="unacknowledge"');
  const other = await (
    await app.request(pathFor(memberReader({ memberID: bob.memberID, by: 'mail' })))
  ).text();
  expect(other).not.toContain('value="unacknowledge"');
  expect(await takeBack()).toContain('Acknowledge');
  expect(await read()).toMatchObject({ acknowledgedAt: null });
  expect((await audit())[0]).toMatchObject({ action: 'incident.unacknowledge', target: { id } });
  await takeBack();
  await api.send('POST', `/v1/incidents/${id}/acknowledge/`, { json: {} });
  expect(await takeBack()).not.toContain('Take back');
  expect(await read()).toMatchObject({ acknowledgedAt: expect.any(String) });
  expect((await audit()).filter(({ action }) => action === 'incident.unacknowledge')).toHaveLength(1);
});

test('presses snooze the incident for an hour, and then until the morning', async () => {
  const { app, path, read, audit } = await openPage();
  expect(textOf(await (await app.request(path)).text())).toContain('Snooze until morning (22 Nov 08:00 UTC)');
  const text = await (await app.request(path, press('snooze_hour'))).text();
  expect(textOf(text)).toContain('☾ Snoozed until 21 Nov 09:15 UTC by Someone in the channel “ops”.');
  expect(await read()).toMatchObject({
    snoozedUntil: '2026-11-21T09:15:30.123Z',
    snoozedBy: 'Someone in the channel “ops”',
    acknowledgedAt: null,
  });
  await app.request(path, press('snooze_morning'));
  expect(await read()).toMatchObject({ snoozedUntil: '2026-11-22T08:00:00.000Z' });
  await app.request(path, press('acknowledge'));
  expect(await read()).toMatchObject({ snoozedUntil: null, acknowledgedBy: 'Someone in the channel “ops”' });
  await app.request(path, press('snooze_hour'));
  const actions = (await audit()).map(({ action }) => action);
  expect(actions.slice(0, 3)).toEqual(['incident.acknowledge', 'incident.snooze', 'incident.snooze']);
});

test('a snooze until the morning ends in the morning of the reader, whose browser sends the time zone', async () => {
  const { app, path, read } = await openPage();
  const body = `zone=${encodeURIComponent('America/New_York')}&action=snooze_morning`;
  await app.request(path, { ...press(''), body });
  expect(await read()).toMatchObject({ snoozedUntil: '2026-11-21T13:00:00.000Z' });
});

test('a press pauses the monitor, which ends the incident', async () => {
  const { api, app, path, read, audit, shortID } = await openPage();
  const text = await (await app.request(path, press('pause'))).text();
  expect(text).toContain('The monitor is paused.');
  expect(text).not.toContain('<form');
  expect((await api.send('GET', `/v1/monitors/${shortID}/`)).data.monitor).toMatchObject({ paused: true });
  await app.request(path, press('acknowledge'));
  expect(await read()).toMatchObject({ closedBy: 'paused', acknowledgedAt: null });
  expect((await audit())[0]).toMatchObject({
    action: 'monitor.pause',
    target: { kind: 'monitor', id: shortID },
  });
});

test('links that are forged, of another team or of a deleted channel are unknown', async () => {
  const { api, app, path, pathFor, read, channel } = await openPage();
  const other = await api.addTeam('Other');
  const theirs = pathFor(await makeChannel(api, other));
  const wrong = [`${path}x`, path.replace(channel, 'nosuchthng'), pathFor('nosuchthng'), theirs];
  for (const address of wrong)
    for (const init of [{}, press('acknowledge')])
      expect((await app.request(address, init)).status, address).toBe(404);
  await api.send('DELETE', `/v1/channels/${channel}/`);
  expect((await app.request(path, press('acknowledge'))).status).toBe(404);
  expect(await read()).toMatchObject({ acknowledgedAt: null });
});

test('a link expires after three days', async () => {
  const { api, app, path, read } = await openPage();
  api.clock.time += 3 * DAY + 1000;
  expect((await app.request(path, press('acknowledge'))).status).toBe(410);
  expect(await read()).toMatchObject({ acknowledgedAt: null });
});

test.each(['', 'action=delete', 'ACTION=acknowledge'])('a request with %o changes nothing', async (body) => {
  const { app, path, read } = await openPage();
  expect((await app.request(path, { ...press(''), body })).status).toBe(400);
  expect(await read()).toMatchObject({ acknowledgedAt: null });
});

test('the link of a mail to a member names the member, and ends with the membership', async () => {
  const { api, app, pathFor, read, audit } = await openPage();
  const bob = await api.addMember(api.owner.teamID, 'member');
  const cyd = await api.addMember(api.owner.teamID, 'member');
  const stranger = await api.addTeam('Other');
  const linkOf = ({ memberID }: Caller) => pathFor(memberReader({ memberID, by: 'mail' }));
  expect((await api.send('DELETE', `/v1/members/${cyd.memberID}/`)).status).toBe(200);
  for (const caller of [cyd, stranger])
    for (const init of [{}, press('acknowledge')])
      expect((await app.request(linkOf(caller), init)).status).toBe(404);
  expect(await read()).toMatchObject({ acknowledgedAt: null });
  expect((await app.request(linkOf(bob), press('acknowledge'))).status).toBe(200);
  expect(textOf(await (await app.request(linkOf(bob))).text())).toContain('You are on it');
  expect(await read()).toMatchObject({ acknowledgedBy: 'member' });
  expect((await audit())[0]).toMatchObject({
    action: 'incident.acknowledge',
    actor: { kind: 'visitor', name: 'member' },
    details: { member: bob.memberID },
  });
});

describe('a session', () => {
  test('a session names the member who presses, in the incident and in the audit log', async () => {
    const { api, app, path, read, audit } = await openPage();
    const headers = await api.sessionOf(await api.addMember(api.owner.teamID, 'admin'));
    const response = await app.request(path, press('acknowledge', headers));
    expect(await response.text()).toContain('You are on it');
    expect(textOf(await (await app.request(path, { headers })).text())).toContain('You are on it');
    expect(textOf(await (await app.request(path)).text())).toContain('admin is on it');
    expect(await read()).toMatchObject({ acknowledgedBy: 'admin' });
    expect((await audit())[0]).toMatchObject({
      action: 'incident.acknowledge',
      actor: { kind: 'session', name: 'admin', email: expect.stringMatching(/@example\.com$/) },
    });
  });

  test('a session does not replace the link, and can do nothing without a valid link', async () => {
    const { api, app, path, read } = await openPage();
    const headers = await api.sessionOf(api.owner);
    expect((await app.request(`${path}x`, press('acknowledge', headers))).status).toBe(404);
    expect(await read()).toMatchObject({ acknowledgedAt: null });
  });

  test.each([
    ['a person outside the team', async (api: API) => api.sessionOf(await api.addTeam('Other'))],
    [
      'a member who has left',
      async (api: API) => {
        const cyd = await api.addMember(api.owner.teamID, 'member');
        const headers = await api.sessionOf(cyd);
        await api.send('DELETE', `/v1/members/${cyd.memberID}/`);
        return headers;
      },
    ],
    [
      'a request from another site',
      async (api: API) => ({ ...(await api.sessionOf(api.owner)), Origin: 'https://evil.example' }),
    ],
    [
      'a request that hides its site',
      async (api: API) => ({ ...(await api.sessionOf(api.owner)), Origin: 'null' }),
    ],
    [
      'a request without a site',
      async (api: API) => ({ Cookie: (await api.sessionOf(api.owner)).Cookie ?? '' }),
    ],
    ['an invalid session', async () => ({ Origin: BASE_URL, Cookie: '__Host-overdue.session_token=x.y' })],
  ])('a session of %s does not count, and the channel is named', async (_, headersOf) => {
    const { api, app, path, read, audit } = await openPage();
    expect((await app.request(path, press('acknowledge', await headersOf(api)))).status).toBe(200);
    expect(await read()).toMatchObject({ acknowledgedBy: 'Someone in the channel “ops”' });
    const entry = (await audit()).find(({ action }) => action === 'incident.acknowledge');
    expect(entry).toMatchObject({ actor: { kind: 'visitor', name: 'Someone in the channel “ops”' } });
  });
});

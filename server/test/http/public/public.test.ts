import { SHARE_OPTIONS_DEFAULT } from '@overdue/domain/access/share.ts';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../src/database/unavailable.ts';
import { VISITOR_ZONE_SCRIPT } from '../../../src/public-pages/page-times.ts';
import { createEdit } from '../../edits.ts';
import { DAY, HOUR, MINUTE } from '../api.ts';
import { openPublicPages } from './public-pages.ts';

/** The grace period is long enough that no run is missed during a test. */
const CRON = { schedule: { type: 'cron', cron: '0 9 * * *', timezone: 'UTC', graceDuration: 30 * 86_400 } };
const PATHS = {
  badge: (key: string) => [`/badge/${key}.svg`, `/badge/${key}.json`],
  status_page: (key: string) => [`/status/${key}`, `/status/${key}.json`],
  calendar: (key: string) => [`/calendar/${key}.ics`],
} as const;

test('unknown, revoked and mismatched shares get the same response', async () => {
  const { api, share, get } = await openPublicPages();
  for (const kind of ['badge', 'status_page', 'calendar'] as const) {
    const revoked = await share({ kind });
    for (const path of PATHS[kind](revoked.key)) expect((await get(path)).status).toBe(200);
    await api.store.shares.delete(api.owner.teamID, revoked.shareID);
    const foreign = await share({ kind: kind === 'badge' ? 'calendar' : 'badge' });
    const keys = ['Key0000000000000000none', revoked.key, foreign.key, 'x', 'k'.repeat(65), '%00'];
    for (const index of PATHS[kind]('x').keys()) {
      const responses = [];
      for (const key of keys) {
        const { status, headers, text } = await get(PATHS[kind](key)[index] ?? '');
        responses.push(JSON.stringify([status, [...headers].toSorted(), text]));
      }
      expect(new Set(responses).size).toBe(1);
      expect(responses[0]).toMatch(/^\[404,/);
      expect(responses[0]).toContain('"cache-control","no-store"');
    }
  }
});

test('a badge shows the worst status, by shape, word and colour', async () => {
  const { api, share, get, clock } = await openPublicPages();
  const { key } = await share({ title: 'jobs <all> & "more"' });
  const badge = async () => {
    clock.time += MINUTE;
    return JSON.parse((await get(`/badge/${key}.json`)).text);
  };
  expect(await badge()).toEqual({
    schemaVersion: 1,
    label: 'jobs <all> & "more"',
    message: 'no monitors',
    color: '#5f6673',
    isError: false,
    cacheSeconds: 300,
  });
  const [a, b] = [await api.create(CRON), await api.create(CRON)];
  await api.ping(a.shortID, 'end');
  await api.ping(b.shortID, 'end');
  expect(await badge()).toMatchObject({ message: '2 up', color: '#1a7f4b' });
  await api.ping(b.shortID, 'fail');
  expect(await badge()).toMatchObject({ message: '1 of 2 down', isError: true, color: '#c62828' });
  const { text, headers } = await get(`/badge/${key}.svg`);
  expect(text).toContain('aria-label="jobs &lt;all&gt; &amp; &quot;more&quot;: 1 of 2 down"');
  expect(text).toContain('<rect x="1.5" y="1.5" width="9" height="9"');
  expect(headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
  expect((await get(`/badge/${key}`)).status).toBe(404);
  expect((await get(`/badge/${key}.png`)).status).toBe(404);
});

test('a share shows only the monitors of its scope', async () => {
  const { api, share, get } = await openPublicPages();
  const other = await api.addTeam('Other');
  await api.create({ name: 'theirs', tags: ['prod'] }, other);
  const { data } = await api.send('POST', '/v1/projects/', { json: { name: 'side' } });
  const { shortID: projectShortID } = data.project as { shortID: string };
  const one = await api.create({ name: 'one', tags: ['prod'] });
  await api.create({ name: 'two', projectShortID });
  const names = async (scope: Parameters<typeof share>[0]['scope']) => {
    const { key } = await share({ kind: 'status_page', scope: scope ?? { kind: 'team' } });
    const { monitors } = JSON.parse((await get(`/status/${key}.json`)).text);
    return monitors.map(({ name }: { name: string }) => name);
  };
  expect(await names({ kind: 'team' })).toEqual(['one', 'two']);
  expect(await names({ kind: 'project', projectShortID })).toEqual(['two']);
  expect(await names({ kind: 'tag', tag: 'prod' })).toEqual(['one']);
  expect(await names({ kind: 'tag', tag: 'gone' })).toEqual([]);
  expect(await names({ kind: 'monitor', shortID: one.shortID })).toEqual(['one']);
  await api.send('DELETE', `/v1/monitors/${one.shortID}/`);
  expect(await names({ kind: 'monitor', shortID: one.shortID })).toEqual([]);
});

/** Opens a page with jobs that are down, recovered, late, up and new. */
async function eventfulPage(settings: Parameters<typeof openPublicPages>[0] = {}) {
  const pages = await openPublicPages(settings);
  const { api, clock } = pages;
  const secret = { description: 'hunter2 is the password' };
  const down = await api.create({ name: 'pg-dump <prod>', ...secret, ...CRON });
  const was = await api.create({ name: 'certbot', ...CRON });
  const late = await api.create({ name: 'export', ...CRON });
  const fresh = await api.create({ name: 'fresh' });
  const start = clock.time;
  clock.time = start + 2 * DAY;
  for (const { shortID } of [down, was, late]) await api.ping(shortID, 'end');
  await api.ping(was.shortID, 'fail');
  clock.time += 3 * HOUR;
  await api.ping(was.shortID, 'end', { request: { userAgent: 'secret-agent' } });
  clock.time = start + 4 * DAY;
  for (const { shortID } of [down, was, late]) await api.ping(shortID, 'end');
  clock.time += 5 * MINUTE;
  await api.ping(down.shortID, 'fail', { request: { body: new TextEncoder().encode('log of the job') } });
  // At 09:05, the run of 09:00 is late.
  clock.time = start + 4 * DAY + 50 * MINUTE;
  await api.ping(was.shortID, 'end');
  const json = {
    name: 'Upgrade',
    monitors: [was.shortID],
    startsAt: new Date(clock.time - HOUR),
    endsAt: new Date(clock.time + HOUR),
  };
  await api.send('POST', '/v1/maintenance/', { json });
  const options = { ...SHARE_OPTIONS_DEFAULT, description: 'Backups & exports', timezone: 'Europe/Riga' };
  const { key } = await pages.share({ kind: 'status_page', options });
  return { ...pages, key, monitors: [down, was, late, fresh] };
}

test('a status page shows the overall status, current problems and past incidents', async () => {
  const { get, key } = await eventfulPage();
  const page = JSON.parse((await get(`/status/${key}.json`)).text);
  expect(page).toMatchObject({
    title: 'Nightly jobs',
    description: 'Backups & exports',
    asOf: '2026-11-25T09:05:30.123Z',
    status: 'down',
    summary: '1 of 4 jobs is down, 1 is late.',
    truncated: false,
    incidents: [
      { monitor: 'pg-dump <prod>', reason: 'failed', openedAt: '2026-11-25T08:20:30.123Z', closedAt: null },
      {
        monitor: 'certbot',
        reason: 'failed',
        openedAt: '2026-11-23T08:15:30.123Z',
        closedAt: '2026-11-23T11:15:30.123Z',
      },
    ],
    maintenance: [{ name: 'Upgrade', active: true, monitors: ['certbot'] }],
  });
  const [down, late, was, fresh] = page.monitors;
  expect([down.name, late.name, was.name, fresh.name]).toEqual([
    'pg-dump <prod>',
    'export',
    'certbot',
    'fresh',
  ]);
  expect([down.status, late.status, was.status, fresh.status]).toEqual(['down', 'late', 'up', 'new']);
  expect([was.maintenance, late.maintenance]).toEqual([true, false]);
  expect(was.days).toHaveLength(90);
  expect(was.days.slice(-6).map((day: { status: string }) => day.status)).toEqual([
    'unknown',
    'quiet',
    'quiet',
    'down',
    'quiet',
    'up',
  ]);
  expect(was.days.at(-3)).toEqual({ from: '2026-11-22T22:00:00.000Z', status: 'down', downSeconds: 10_800 });
  expect(was.uptime).toBeCloseTo(1 - 3 / (4 * 24 + 50 / 60), 5);
  expect(fresh.uptime).toBeNull();
});

test('the time before the retained history is unknown', async () => {
  const { get, key } = await eventfulPage({ retentionDays: 1 });
  const { monitors } = JSON.parse((await get(`/status/${key}.json`)).text);
  const was = monitors.find(({ name }: { name: string }) => name === 'certbot');
  expect(was.days.slice(-4).map((day: { status: string }) => day.status)).toEqual([
    'unknown',
    'unknown',
    'quiet',
    'up',
  ]);
  expect(was.uptime).toBe(1);
});

test('the page repeats its drawings in words, in its own time zone, and escapes all texts', async () => {
  const { get, key } = await eventfulPage();
  const { text, headers } = await get(`/status/${key}`);
  const words = text
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<script>.*?<\/script>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  expect(text).toContain('<title>1 of 4 jobs is down, 1 is late · Nightly jobs</title>');
  expect(words).toContain(
    'Nightly jobs Backups &amp; exports 1 of 4 jobs is down, 1 is late. As of 25 Nov 2026, 11:05 ( Europe/Riga, UTC+02:00 )',
  );
  expect(words).toContain(
    'pg-dump &lt;prod&gt; Down since 10:20 , for 45 min so far: the job reported a failure.',
  );
  expect(words).toContain('Upgrade Now, until 12:05 , for certbot');
  expect(words).toContain('certbot Up, in maintenance');
  expect([...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual([
    'Open incidents',
    'Maintenance',
    'Jobs',
    'Past incidents',
  ]);
  expect(words).toContain('Monday 23 November');
  expect(words).toContain('certbot Down for 3 h, 10:15 to 13:15 : the job reported a failure.');
  // An incident that has ended is shown without a red square.
  expect(text).toMatch(
    /<li class="none"><span class="tone"><svg [^>]*><rect [^>]*fill="none"[^>]*\/><\/svg><\/span><div><span class="name">certbot/,
  );
  expect(text).toContain('aria-label="Last 90 days: down on 1 day, for 3 h in total."');
  expect(text).toContain('<title>23 Nov: down for 3 h (13 % of the day)</title>');
  expect(text).toContain('<html lang="en" data-zone="Europe/Riga" data-now="2026-11-25T09:05:30.123Z">');
  expect(text).not.toMatch(/onload|javascript:|http:\/\/(?!www\.w3\.org)/);
  expect(text.match(/<script.*?<\/script>/gs)).toEqual([`<script>${VISITOR_ZONE_SCRIPT}</script>`]);
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; font-src 'self'; img-src data:; base-uri 'none'; /,
  );
  expect(policy).not.toContain('unsafe');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('X-Robots-Tag')).toBe('noindex');
});

test('no public page contains a secret', async () => {
  const { share, get, key, monitors } = await eventfulPage();
  const others = [await share({ kind: 'badge' }), await share({ kind: 'calendar' })];
  const paths = [...PATHS.status_page(key), ...others.flatMap(({ kind, key: each }) => PATHS[kind](each))];
  for (const path of paths) {
    const { status, text } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    for (const { pingURL } of monitors) expect(text).not.toContain(pingURL.split('/').at(-1));
    expect(text).not.toMatch(/hunter2|log of the job|secret-agent|192\.0\.2|team|owner/i);
  }
});

test('a listed page lets search engines index it', async () => {
  const { share, get } = await openPublicPages();
  const { key } = await share({ kind: 'status_page', options: { ...SHARE_OPTIONS_DEFAULT, indexed: true } });
  const { text, headers } = await get(`/status/${key}`);
  expect(headers.get('X-Robots-Tag')).toBeNull();
  expect(text).not.toContain('noindex');
});

test('many readers cost one query, and a reader with the current page gets 304', async () => {
  const { api, share, get, reads, clock } = await openPublicPages();
  await api.create({ name: 'a' });
  const made = await share({ kind: 'status_page' });
  const path = `/status/${made.key}`;
  const [first] = await Promise.all(Array.from({ length: 20 }, () => get(path)));
  expect(reads()).toBe(1);
  expect(first?.headers.get('Cache-Control')).toBe('public, max-age=10');
  const etag = first?.headers.get('ETag') ?? '';
  const again = await get(path, { 'If-None-Match': etag });
  expect([again.status, again.text, reads()]).toEqual([304, '', 1]);
  clock.time += 9_999;
  await get(path);
  expect(reads()).toBe(1);
  clock.time += 1;
  await get(path);
  expect(reads()).toBe(2);
  await api.store.shares.change(api.owner.teamID, made.shareID, createEdit({ title: 'Renamed' }));
  expect((await get(path)).text).toContain('<h1>Renamed</h1>');
});

test('a page is compressed for clients that accept compression', async () => {
  const { share, get } = await openPublicPages();
  const { key } = await share({ kind: 'status_page' });
  const plain = await get(`/status/${key}`);
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  expect(plain.headers.get('Vary')).toBe('Accept-Encoding');
  const zipped = await get(`/status/${key}`, { 'Accept-Encoding': 'gzip, br' });
  expect(zipped.headers.get('Content-Encoding')).toBe('gzip');
  expect(zipped.headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
});

test('frequent requests are limited by address', async () => {
  const { share, get } = await openPublicPages({ rate: { perSecond: 1, burst: 3 } });
  const { key } = await share({});
  const ask = async (address: string, path = `/badge/${key}.svg`) =>
    (await get(path, { 'X-Test-Address': address })).status;
  const asked = [];
  for (let count = 0; count < 4; count += 1) asked.push(await ask('192.0.2.7'));
  expect(asked).toEqual([200, 200, 200, 429]);
  expect(await ask('192.0.2.7', '/status/unknown')).toBe(429);
  expect(await ask('192.0.2.8')).toBe(200);
});

test('the response is a page for people and an envelope for programs while the database is away', async () => {
  const { api } = await openPublicPages();
  const findInAnyTeam = () => Promise.reject(new DatabaseUnavailable('gone'));
  const store = { ...api.store, shares: { ...api.store.shares, findInAnyTeam } };
  const { get } = await openPublicPages({ store });
  const page = await get('/status/acme-jobs');
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(page.text).toContain('<h1>This page is temporarily unavailable</h1>');
  const json = await get('/status/acme-jobs.json');
  expect(JSON.parse(json.text)).toMatchObject({ success: false, data: { error: { code: 'unavailable' } } });
});

test('a calendar has the expected runs of thirty days and maintenance, in UTC', async () => {
  const { api, share, get, clock } = await openPublicPages();
  const nightly = {
    schedule: { type: 'cron', cron: '30 2 * * *', timezone: 'Europe/Riga', graceDuration: 1800 },
  };
  const often = { schedule: { type: 'interval', interval: 300, graceDuration: 60 } };
  const job = await api.create({ name: 'dump; all, of\\it', ...nightly });
  const frequent = await api.create({ name: 'sync', ...often });
  const paused = await api.create({ name: 'paused', ...nightly });
  await api.create({ name: 'new', ...nightly });
  for (const { shortID } of [job, frequent, paused]) await api.ping(shortID, 'end');
  await api.send('POST', `/v1/monitors/${paused.shortID}/pause/`);
  const window = {
    name: 'Upgrade',
    startsAt: new Date(clock.time + DAY),
    endsAt: new Date(clock.time + DAY + HOUR),
  };
  await api.send('POST', '/v1/maintenance/', { json: window });
  const { key } = await share({ kind: 'calendar', title: 'Nightly, all' });
  const { text, headers } = await get(`/calendar/${key}.ics`);
  expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(lines).toContain('X-WR-CALNAME:Nightly\\, all');
  const events = lines
    .join('\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event.split('\n').flatMap((line) => {
          const colon = line.indexOf(':');
          return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 1)]];
        }),
      ),
    );
  expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);
  const own = (summary: string) => events.filter(({ SUMMARY }) => SUMMARY === summary);
  expect(own('dump\\; all\\, of\\\\it')).toHaveLength(30);
  expect(own('dump\\; all\\, of\\\\it')[0]).toMatchObject({
    UID: `${job.shortID}-${Date.UTC(2026, 10, 22, 0, 30)}@overdue.example.com`,
    DTSTAMP: '20261121T080000Z',
    DTSTART: '20261122T003000Z',
    DTEND: '20261122T010000Z',
    TRANSP: 'TRANSPARENT',
  });
  expect(own('sync')).toHaveLength(30);
  expect(own('sync')[0]).toMatchObject({ 'DTSTART;VALUE=DATE': '20261121', DESCRIPTION: 'Every 5 minutes.' });
  expect(own('paused').length + own('new').length).toBe(0);
  expect(own('Maintenance: Upgrade')).toMatchObject([
    { DTSTART: '20261122T081530Z', DTEND: '20261122T091530Z', CATEGORIES: 'Maintenance' },
  ]);
  expect((await get(`/calendar/${key}`)).status).toBe(404);
});

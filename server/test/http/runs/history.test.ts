import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type API, HOUR, MINUTE, NOW, openAPI, wrongFields } from '../api.ts';

const UUID = expect.stringMatching(/^[0-9a-f]{8}-/);

async function withMonitor() {
  const api = await openAPI();
  const { shortID } = await api.create({ schedule: { interval: 3600, graceDuration: 600 } });
  return { api, shortID, path: `/v1/monitors/${shortID}/` };
}

/** Reads a list page by page. Returns the rows of each page. */
async function pages(
  { send }: API,
  path: string,
  name: string,
  limit: number,
): Promise<readonly unknown[][]> {
  const found: unknown[][] = [];
  for (let cursor: unknown; cursor !== null; ) {
    const next = cursor === undefined ? '' : `&cursor=${String(cursor)}`;
    const { data, status } = await send('GET', `${path}?limit=${limit}${next}`);
    expect(status).toBe(200);
    found.push(z.array(z.unknown()).parse(data[name]));
    cursor = data.nextCursor;
  }
  return found;
}

describe('events/', () => {
  test('event: has its fields, newest first', async () => {
    const { api, shortID, path } = await withMonitor();
    await api.ping(shortID, 'start', { rid: 'r-1', request: { method: 'HEAD' } });
    api.clock.time += MINUTE;
    await api.ping(shortID, 'fail', {
      rid: 'r-1',
      warnings: ['duration was ignored.'],
      request: {
        method: 'POST',
        exitStatus: 3,
        body: new TextEncoder().encode('went wrong'),
        userAgent: '',
        remoteAddress: '::1',
      },
    });
    const { data } = await api.send('GET', `${path}events/`);
    expect(data).toEqual({
      events: [
        {
          number: 2,
          type: 'fail',
          duration: 60,
          runID: 'r-1',
          at: '2026-11-21T08:16:30.123Z',
          happenedAt: '2026-11-21T08:16:30.123Z',
          warnings: ['duration was ignored.'],
          method: 'POST',
          userAgent: '',
          remoteAddress: '::1',
          exitStatus: 3,
          bodySize: 10,
        },
        {
          number: 1,
          type: 'start',
          duration: 0,
          runID: 'r-1',
          at: '2026-11-21T08:15:30.123Z',
          happenedAt: '2026-11-21T08:15:30.123Z',
          warnings: [],
          method: 'HEAD',
          userAgent: 'curl/8.14.1',
          remoteAddress: '192.0.2.17',
          exitStatus: null,
          bodySize: 0,
        },
      ],
      nextCursor: null,
    });
  });

  test('event.type: is one of the four endpoints, or log', async () => {
    const { api, shortID, path } = await withMonitor();
    for (const type of ['ping', 'start', 'fail', 'end', 'log'] as const) await api.ping(shortID, type);
    const { data } = await api.send('GET', `${path}events`);
    expect(data.events).toMatchObject([
      { type: 'log' },
      { type: 'end' },
      { type: 'fail' },
      { type: 'start' },
      { type: 'ping' },
    ]);
  });

  test('the list has pages', async () => {
    const { api, shortID, path } = await withMonitor();
    for (let count = 0; count < 5; count += 1) await api.ping(shortID, 'end');
    expect(await pages(api, `${path}events/`, 'events', 2)).toMatchObject([
      [{ number: 5 }, { number: 4 }],
      [{ number: 3 }, { number: 2 }],
      [{ number: 1 }],
    ]);
  });

  test('a list without limit has 100 entries', async () => {
    const { api, shortID, path } = await withMonitor();
    for (let count = 0; count < 101; count += 1) await api.ping(shortID, 'end');
    const { data } = await api.send('GET', `${path}events/`);
    expect(data.events).toHaveLength(100);
    expect(data.nextCursor).toEqual(expect.any(String));
  });
});

describe('events/{number}/body/', () => {
  async function bodyOf(body: Uint8Array | string) {
    const { api, shortID, path } = await withMonitor();
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    await api.ping(shortID, 'end', { request: { method: 'POST', body: bytes } });
    const response = await api.app.request(`${path}events/1/body/`, {
      headers: { Authorization: `Bearer ${api.owner.token}` },
    });
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  test('a text body is answered as text that no browser runs', async () => {
    const log = '<script>alert(1)</script> naïve\n';
    const { response, bytes } = await bodyOf(log);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'inline; filename="event-1.txt"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(new TextDecoder().decode(bytes)).toBe(log);
  });

  test('answers a body that is not UTF-8 byte by byte', async () => {
    const sent = new Uint8Array([0, 255, 254, 0xc3, 0x28]);
    const { response, bytes } = await bodyOf(sent);
    expect(response.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="event-1.bin"');
    expect(bytes).toEqual(sent);
  });

  test.each(['1', '2', '0', '-1', '1.5', 'x', '99999999999999999999', '1e3', '__proto__'])(
    'the event %s has no body, and gets 404 in the envelope',
    async (number) => {
      const { api, shortID, path } = await withMonitor();
      await api.ping(shortID, 'end');
      const response = await api.send('GET', `${path}events/${number}/body/`);
      expect(response).toMatchObject({ status: 404, error: { code: 'not_found' } });
    },
  );
});

describe('runs/', () => {
  test('run: has its fields, newest first, null where they do not apply', async () => {
    const { api, shortID, path } = await withMonitor();
    await api.ping(shortID, 'start', { rid: 'r-1' });
    api.clock.time += 2 * MINUTE;
    await api.ping(shortID, 'end', { rid: 'r-1', durationMs: 1500 });
    // Two occurrences pass without a report.
    api.clock.time = NOW + 2.5 * HOUR;
    await api.ping(shortID, 'log');
    const { data } = await api.send('GET', `${path}runs/`);
    const unreported = {
      startedAt: null,
      endedAt: null,
      duration: null,
      late: false,
      startEvent: null,
      endEvent: null,
      check: null,
    };
    expect(data).toEqual({
      runs: [
        { ...unreported, runID: UUID, state: 'missed', expectedAt: '2026-11-21T10:15:30.123Z' },
        { ...unreported, runID: UUID, state: 'missed', expectedAt: '2026-11-21T09:15:30.123Z' },
        {
          runID: 'r-1',
          state: 'succeeded',
          expectedAt: null,
          startedAt: '2026-11-21T08:15:30.123Z',
          endedAt: '2026-11-21T08:17:30.123Z',
          duration: 1.5,
          late: false,
          startEvent: 1,
          endEvent: 2,
          check: null,
        },
      ],
      nextCursor: null,
    });
  });

  test('the list has pages', async () => {
    const { api, shortID, path } = await withMonitor();
    for (const rid of ['a', 'b', 'c']) await api.ping(shortID, 'end', { rid });
    expect(await pages(api, `${path}runs/`, 'runs', 2)).toMatchObject([
      [{ runID: 'c' }, { runID: 'b' }],
      [{ runID: 'a' }],
    ]);
  });
});

describe('transitions/', () => {
  test('transition: has its fields, newest first', async () => {
    const { api, shortID, path } = await withMonitor();
    await api.ping(shortID, 'end', { rid: 'a' });
    await api.ping(shortID, 'fail', { rid: 'b' });
    await api.send('POST', `${path}pause/`);
    const { data } = await api.send('GET', `${path}transitions/`);
    const at = '2026-11-21T08:15:30.123Z';
    expect(data).toEqual({
      transitions: [
        { id: 3, from: 'down', to: 'paused', at, reason: 'paused', runID: null, eventNumber: null },
        { id: 2, from: 'up', to: 'down', at, reason: 'failed', runID: 'b', eventNumber: 2 },
        { id: 1, from: 'new', to: 'up', at, reason: 'reported', runID: 'a', eventNumber: 1 },
      ],
      nextCursor: null,
    });
  });

  test('the list has pages', async () => {
    const { api, shortID, path } = await withMonitor();
    for (const type of ['end', 'fail', 'end', 'fail'] as const) await api.ping(shortID, type);
    expect(await pages(api, `${path}transitions/`, 'transitions', 3)).toMatchObject([
      [{ to: 'down' }, { to: 'up' }, { to: 'down' }],
      [{ to: 'up' }],
    ]);
  });
});

test.each(['events', 'runs', 'transitions'])(
  '%s/ refuses a forged cursor, and a cursor of another list',
  async (list) => {
    const { api, path } = await withMonitor();
    const of = (text: string) => Buffer.from(text).toString('base64url');
    const wrong = [
      'x',
      '%00',
      of('monitors:5'),
      of(`${list}:0`),
      of(`${list}:-1`),
      of(`${list}:5 `),
      of(`${list}:1e3`),
      `${of(`${list}:5`)}=`,
      of(`${list}:99999999999999999`),
      'x'.repeat(5000),
    ];
    for (const cursor of wrong) {
      expect(wrongFields(await api.send('GET', `${path}${list}/?cursor=${cursor}`))).toEqual(['cursor']);
    }
  },
);

import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '../connection.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { eventsOf, expectRefused, GENERATED_RUN_ID, lastEventOf, ping, runsOf } from './ping-response.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

describe('the endpoints', () => {
  test.each([
    ['', 'ping', 'up', null],
    ['/start', 'start', 'up', null],
    ['/end', 'end', 'up', null],
    ['/success', 'end', 'up', null],
    ['/fail', 'fail', 'down', null],
    ['/log', 'log', 'new', null],
    ['/0', 'end', 'up', 0],
    ['/1', 'fail', 'down', 1],
    ['/255', 'fail', 'down', 255],
    ['/TERM', 'fail', 'down', null],
    ['/oom-kill', 'fail', 'down', null],
  ])(
    'event.type: the endpoint %j is %s, on a new monitor then %s',
    async (action, type, status, exitStatus) => {
      for (const slash of ['', '/']) {
        const monitor = await server.createMonitor();
        expect(await ping(server, `${monitor.path}${action}${slash}`)).toEqual({
          monitor: { pingID: monitor.pingID, status },
          event: { number: 1, type, duration: 0, runID: GENERATED_RUN_ID, warnings: [] },
        });
        expect(await lastEventOf(server, monitor)).toMatchObject({ number: 1, type, exitStatus });
      }
    },
  );

  test('Trailing slash: every path works with and without a slash, and no ping is redirected', async () => {
    const monitor = await server.createMonitor();
    for (const action of ['', '/start', '/end', '/fail', '/log', '/7', '/TERM']) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const recorded = [];
        for (const slash of ['', '/']) {
          const { status } = await send(server.port, method, `${monitor.path}${action}${slash}?rid=a`);
          const { type, exitStatus } = await lastEventOf(server, monitor);
          recorded.push({ status, type, exitStatus });
        }
        expect(recorded[0]?.status).toBe(200);
        expect(recorded[1]).toEqual(recorded[0]);
      }
    }
  });

  test('exit codes: 0 is an end, 1 to 255 are failures, and 256 is 404', async () => {
    const monitor = await server.createMonitor();
    const codes = Array.from({ length: 256 }, (_, code) => code);
    for (const code of codes) {
      const { event } = await ping(server, `${monitor.path}/${code}`);
      expect(event).toMatchObject({ number: code + 1, type: code === 0 ? 'end' : 'fail' });
    }
    const stored = [...(await eventsOf(server, monitor))].reverse();
    expect(stored.map(({ exitStatus }) => exitStatus)).toEqual(codes);
    for (const wrong of ['256', '1000', '-1', '1.5', '%30']) {
      const response = await send(server.port, 'GET', `${monitor.path}/${wrong}`);
      expect([wrong, response.status, expectRefused(response)]).toEqual([wrong, 404, 'not_found']);
    }
    expect(await lastEventOf(server, monitor)).toMatchObject({ number: 256 });
  });

  test('a response states the recorded values: the event has the same four fields', async () => {
    const monitor = await server.createMonitor();
    for (const action of ['/start', '/end', '', '/fail?duration=2.5', '/log']) {
      const { event } = await ping(server, `${monitor.path}${action}`);
      expect(await lastEventOf(server, monitor)).toMatchObject(event);
    }
  });

  test('pingID: 22 characters of base62', async () => {
    const ids = new Set<string>();
    for (let turn = 0; turn < 20; turn += 1) ids.add((await server.createMonitor()).pingID);
    expect(ids.size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{22}$/);
  });

  test.each([
    ['dashes', 'a1b2c3d4-0001-4abc-8def-0123456789ab'],
    ['upper case', 'A1B2C3D4-0002-4ABC-8DEF-0123456789AB'],
    ['no dashes', 'a1b2c3d400034abc8def0123456789ab'],
  ])(
    'pingID: an imported UUID with %s matches in any case, with and without dashes, with and without /ping',
    async (_, pingID) => {
      const monitor = await server.createMonitor({ pingID });
      const dashed = pingID.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      const spellings = [dashed.toLowerCase(), dashed.toUpperCase()];
      for (const id of [...spellings, ...spellings.map((spelling) => spelling.replaceAll('-', ''))]) {
        for (const path of [`/ping/${id}`, `/ping/${id}/start/`, `/${id}`, `/${id}/start`, `/${id}/0/`]) {
          // However the request spells the ID, the response contains the original ID.
          expect((await ping(server, path)).monitor.pingID).toBe(pingID);
        }
      }
      expect(await eventsOf(server, monitor)).toHaveLength(20);
    },
  );

  test.each(['abcdefgh', 'a-_Z'.repeat(16), '00000000'])(
    'pingID: an imported monitor keeps its foreign ID %s, which is case-sensitive',
    async (pingID) => {
      const monitor = await server.createMonitor({ pingID });
      expect((await ping(server, `/ping/${pingID}/start`)).monitor.pingID).toBe(pingID);
      expect((await ping(server, `/ping/${pingID}/end`)).event).toMatchObject({ number: 2, type: 'end' });
      const other = pingID.toUpperCase();
      if (other !== pingID) expect((await send(server.port, 'GET', `/ping/${other}`)).status).toBe(404);
      expect(await eventsOf(server, monitor)).toHaveLength(2);
    },
  );

  test('an ID works without /ping before it, as some clients build their URLs', async () => {
    const { pingID } = await server.createMonitor();
    expect((await ping(server, `/${pingID}/start`)).event.type).toBe('start');
    expect((await ping(server, `/${pingID}/`)).event.type).toBe('ping');
  });

  test('status: the response follows the rules after each ping', async () => {
    const settings = { alertAfterFailures: 2, recoverAfterSuccesses: 2 };
    const { path } = await server.createMonitor(settings);
    const statuses: string[] = [];
    for (const action of ['/log', '/start', '/fail', '/start', '/fail', '', '/end']) {
      statuses.push((await ping(server, `${path}${action}`)).monitor.status);
    }
    expect(statuses).toEqual(['new', 'up', 'failing', 'failing', 'down', 'down', 'up']);
  });

  test('a paused monitor records its pings', async () => {
    const monitor = await server.createMonitor({ paused: true });
    const { monitor: answered, event } = await ping(server, `${monitor.path}/fail`);
    expect([answered.status, event.number]).toEqual(['paused', 1]);
  });

  test('a deleted monitor is 404, and its ID with it', async () => {
    const { path, shortID } = await server.createMonitor();
    await ping(server, path);
    const authorization = `Authorization: Bearer ${server.token}`;
    await send(server.port, 'DELETE', `/v1/monitors/${shortID}/`, { headers: [authorization] });
    const response = await send(server.port, 'GET', path);
    expect([response.status, expectRefused(response)]).toEqual([404, 'not_found']);
  });
});

describe('rid', () => {
  test('a rid ties a closing ping to its start regardless of pings between them, and both responses have the rid', async () => {
    const monitor = await server.createMonitor();
    for (const call of ['/start?rid=a', '/start?rid=b', '/fail?rid=a', '?rid=b']) {
      const { event } = await ping(server, `${monitor.path}${call}`);
      expect(event.runID).toBe(call.at(-1));
    }
    expect(await runsOf(server, monitor)).toMatchObject([
      { runID: 'b', state: 'succeeded', startEvent: 2, endEvent: 4 },
      { runID: 'a', state: 'failed', startEvent: 1, endEvent: 3 },
    ]);
  });

  test('event.runID: a start without a rid gets a run ID, which a closing ping can send as rid', async () => {
    const monitor = await server.createMonitor();
    const { event: start } = await ping(server, `${monitor.path}/start`);
    expect(start.runID).toEqual(GENERATED_RUN_ID);
    await ping(server, `${monitor.path}/start`);
    const { event: end } = await ping(server, `${monitor.path}/end?rid=${start.runID}`);
    expect(end).toMatchObject({ runID: start.runID, warnings: [] });
    expect(await runsOf(server, monitor)).toMatchObject([
      { startEvent: 2, endEvent: null },
      { runID: start.runID, startEvent: 1, endEvent: 3 },
    ]);
  });

  test('a closing ping without a rid pairs with the last event', async () => {
    const { path } = await server.createMonitor();
    const { event: start } = await ping(server, `${path}/start`);
    await ping(server, `${path}/log`);
    expect((await ping(server, `${path}/end`)).event.runID).toBe(start.runID);
    expect((await ping(server, `${path}/end`)).event.runID).not.toBe(start.runID);
  });

  test('a repeated start with one rid is recorded and opens no second run', async () => {
    const monitor = await server.createMonitor();
    for (let turn = 0; turn < 3; turn += 1) await ping(server, `${monitor.path}/start?rid=again`);
    expect(await server.readMonitor(monitor.shortID)).toMatchObject({ running: 1 });
    expect(await eventsOf(server, monitor)).toHaveLength(3);
  });

  const RID_IGNORED = ['rid was ignored: it must be 1 to 128 visible ASCII characters.'];

  test.each([
    ['a UUID', '1f5fb29c-1f1c-4bd1-9ef5-2bbf3f0d3c8e'],
    ["systemd's INVOCATION_ID", '1f5fb29c1f1c4bd19ef52bbf3f0d3c8e'],
    ['one character', '~'],
    ['128 characters', 'x'.repeat(128)],
    ['encoded characters', encodeURIComponent('a/b?c=d&e#f+g"<\\>%')],
    ['raw characters', 'a/b:c;d,e=f@g!'],
  ])('a rid with %s is kept unchanged', async (_, rid) => {
    const { path } = await server.createMonitor();
    const { event } = await ping(server, `${path}/start?rid=${rid}`);
    expect(event).toMatchObject({ runID: decodeURIComponent(rid), warnings: [] });
    expect((await ping(server, `${path}/end?rid=${rid}`)).event.runID).toBe(decodeURIComponent(rid));
  });

  test.each([
    ['nothing', ''],
    ['129 characters', 'x'.repeat(129)],
    ['a space', 'a%20b'],
    ['a plus, which is a space', 'a+b'],
    ['letters beyond ASCII', 'gr%C3%BCn'],
    ['bad UTF-8', '%ff%fe'],
    ['a broken escape beyond ASCII', '%E4%'],
    ['NUL', 'a%00b'],
    ['a line break', 'a%0d%0aX-Injected:1'],
    ['DEL', '%7f'],
    ['9000 characters', 'y'.repeat(9000)],
  ])('a ping is never lost to a bad parameter: rid with %s is ignored with a warning', async (_, rid) => {
    const monitor = await server.createMonitor();
    const { event } = await ping(server, `${monitor.path}/end?rid=${rid}`);
    expect(event).toEqual({
      number: 1,
      type: 'end',
      duration: 0,
      runID: GENERATED_RUN_ID,
      warnings: RID_IGNORED,
    });
    expect(await lastEventOf(server, monitor)).toMatchObject({ warnings: RID_IGNORED });
  });

  test.each([
    ['given twice: the first holds', 'rid=one&rid=two', 'one'],
    ['after others', '&&&=&env=1&create=1&rid=one&', 'one'],
    ['after more than 4096 characters', `host=${'p'.repeat(6000)}&rid=${'r'.repeat(100)}`, 'r'.repeat(100)],
    ['at the edge of 4096 characters', `host=${'p'.repeat(4029)}&rid=${'r'.repeat(100)}`, 'r'.repeat(100)],
    ['with an encoded name', '%72id=one', 'one'],
    ['after a second question mark', 'host=?y&rid=one?two', 'one?two'],
  ])('reads a run ID %s', async (_, query, rid) => {
    const { path } = await server.createMonitor();
    expect((await ping(server, `${path}/start?${query}`)).event).toMatchObject({ runID: rid, warnings: [] });
  });

  test('the case of names distinguishes them: RID is not rid', async () => {
    const { path } = await server.createMonitor();
    expect((await ping(server, `${path}?RID=one`)).event).toMatchObject({
      runID: GENERATED_RUN_ID,
      warnings: ['Unknown parameters were ignored: RID.'],
    });
  });
});

describe('duration', () => {
  test.each([
    ['0', 0],
    ['12', 12],
    ['184.22', 184.22],
    ['.5', 0.5],
    ['5.', 5],
    ['0.0004', 0],
    ['0.0015', 0.002],
    ['1e3', 1000],
    ['2.5E-1', 0.25],
    ['00012', 12],
    ['31622400', 31_622_400],
  ])(
    'event.duration: %s is %d seconds, and takes precedence over the measured duration',
    async (text, seconds) => {
      const monitor = await server.createMonitor();
      expect((await ping(server, `${monitor.path}/start`)).event.duration).toBe(0);
      const { event } = await ping(server, `${monitor.path}/end?duration=${text}`);
      expect(event).toMatchObject({ duration: seconds, warnings: [] });
      expect(await lastEventOf(server, monitor)).toMatchObject({ duration: seconds });
    },
  );

  test('event.duration: 0 for every start, and for a closing ping with neither a start nor duration', async () => {
    const { path } = await server.createMonitor();
    expect((await ping(server, `${path}/start?duration=5`)).event.duration).toBe(0);
    const { path: other } = await server.createMonitor();
    for (const action of ['', '/end', '/fail', '/3']) {
      expect((await ping(server, `${other}${action}`)).event.duration).toBe(0);
    }
  });

  const DURATION_IGNORED = ['duration was ignored: it must be a number of seconds from 0 to 31622400.'];

  test.each([
    ...['', '-1', '-0', '%2B5', '31622400.001', '31622401', '1e999', 'NaN', 'Infinity', '1,5', '1:30'],
    ...['5s', '0x10', '1_000', '5%20', '%205', '--1', '1e', '.', 'null', '%00', '%ff', '9'.repeat(5000)],
  ])('a ping is never lost to a bad parameter: duration %j is ignored with a warning', async (text) => {
    const monitor = await server.createMonitor();
    const { event } = await ping(server, `${monitor.path}/end?duration=${text}`);
    expect(event).toEqual({
      number: 1,
      type: 'end',
      duration: 0,
      runID: GENERATED_RUN_ID,
      warnings: DURATION_IGNORED,
    });
    expect(await lastEventOf(server, monitor)).toMatchObject({ warnings: DURATION_IGNORED });
  });

  test('both parameters may be invalid', async () => {
    const { path } = await server.createMonitor();
    const { event } = await ping(server, `${path}/fail?rid=&duration=`);
    expect(event.warnings).toHaveLength(2);
  });

  test('the first of two parameters with the same name counts', async () => {
    const { path } = await server.createMonitor();
    expect((await ping(server, `${path}?duration=3&duration=x`)).event).toMatchObject({
      duration: 3,
      warnings: [],
    });
  });
});

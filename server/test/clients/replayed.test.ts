import { beforeAll, describe, expect, test } from 'vitest';
import { openConnection, request } from '../connection.ts';
import { eventsOf, expectAccepted, lastBodyOf } from '../ping/ping-response.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { findBySlug, makeKey } from './client-world.ts';

/** A request as a client sends it, and the event that the request must create. */
interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Part of the path after the ping URL. */
  readonly action: string;
  readonly headers: readonly string[];
  readonly body?: string;
  /** Expected log, if it differs from the body. */
  readonly log?: string;
  readonly event: {
    readonly type: string;
    readonly exitStatus?: number;
    readonly runID?: string;
    readonly warnings?: readonly string[];
  };
}

/**
 * A client that npm and Debian don't have, or that needs too much for a test. Its requests are written by hand, based
 * on its source code. `captured.test.ts` replays captured requests of clients that were run.
 */
interface Client {
  readonly name: string;
  /** Path of ping URLs: with /ping, or without it as in other services. */
  readonly base?: '/ping/' | '/';
  /** A UUID, such as imported monitors have. */
  readonly pingID?: string;
  readonly calls: readonly Call[];
}

const RID = '0b9a6cb6-4a1e-4f0d-8a3a-57b9e5f0a1c2';
const LOG = 'line 1\nline 2 \u00fc\n[runitor] exit status 1';
const PLAIN = 'Content-Type: text/plain';
const PLAIN_UTF8 = 'Content-Type: text/plain; charset=utf-8';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const JSON_TYPE = 'Content-Type: application/json';

const REQUESTS = [
  'User-Agent: python-requests/2.28.1',
  'Accept-Encoding: gzip, deflate',
  'Accept: */*',
  'Connection: keep-alive',
];
const TASK_MON = ['User-Agent: ureq/2.10.1', 'Accept: */*'];
const GO = ['User-Agent: Go-http-client/1.1', 'Accept-Encoding: gzip'];
const PY_HEALTHCHECKS = [
  'Accept: */*',
  'Accept-Encoding: gzip, deflate',
  'Connection: keep-alive',
  'User-Agent: py-healthchecks.io/1.4.0',
  'X-Api-Key: hcw_not_kept_anywhere',
  JSON_TYPE,
];
const OPERATOR = [...GO, 'Connection: close'];

const CLIENTS: readonly Client[] = [
  {
    name: 'borgmatic 1.7.7',
    pingID: '11111111-0003-4a1e-8f0d-8a3a57b9e5f0',
    calls: [
      { method: 'POST', action: '/start', headers: REQUESTS, body: '', event: { type: 'start' } },
      {
        method: 'POST',
        action: '',
        headers: REQUESTS,
        body: 'repo: Creating archive\n',
        event: { type: 'ping' },
      },
      {
        method: 'POST',
        action: '/fail',
        headers: REQUESTS,
        body: '/etc/b.yaml: Error running actions for repository',
        event: { type: 'fail' },
      },
    ],
  },
  {
    name: 'Backrest',
    calls: [
      {
        method: 'POST',
        action: `/start?rid=${RID}`,
        headers: [...GO, PLAIN],
        body: 'Backrest Snapshot Started',
        event: { type: 'start', runID: RID },
      },
      {
        method: 'POST',
        action: '/log',
        headers: [...GO, PLAIN],
        body: 'Backrest Warning',
        event: { type: 'log' },
      },
      {
        method: 'POST',
        action: `?rid=${RID}`,
        headers: [...GO, PLAIN],
        body: 'Snapshot: abc',
        event: { type: 'ping', runID: RID },
      },
      {
        method: 'POST',
        action: '/fail',
        headers: [...GO, PLAIN],
        body: 'Error: repository is locked',
        event: { type: 'fail' },
      },
    ],
  },
  {
    name: 'resticprofile',
    calls: [
      {
        method: 'HEAD',
        action: '/start',
        headers: ['User-Agent: resticprofile/1.0'],
        event: { type: 'start' },
      },
      { method: 'HEAD', action: '', headers: ['User-Agent: resticprofile/1.0'], event: { type: 'ping' } },
      { method: 'GET', action: '', headers: ['User-Agent: resticprofile/1.0'], event: { type: 'ping' } },
      {
        method: 'POST',
        action: '/fail',
        headers: ['User-Agent: resticprofile/1.0'],
        body: 'exit status 1\n\nFatal: wrong password',
        event: { type: 'fail' },
      },
    ],
  },
  {
    name: 'autorestic, and other hooks of curl',
    calls: [
      {
        method: 'POST',
        action: '/start',
        headers: ['User-Agent: curl/7.88.1', 'Accept: */*', PLAIN],
        body: 'Starting backup for location: home',
        event: { type: 'start' },
      },
      {
        method: 'POST',
        action: '/0',
        headers: ['User-Agent: curl/7.88.1', FORM],
        body: 'a=b&c',
        event: { type: 'end', exitStatus: 0 },
      },
      {
        method: 'POST',
        action: '/fail',
        headers: ['User-Agent: curl/7.88.1', FORM],
        body: '-- Journal begins --',
        event: { type: 'fail' },
      },
    ],
  },
  {
    name: 'restic-backup-helper',
    calls: [
      {
        method: 'POST',
        action: '',
        headers: [JSON_TYPE],
        body: '{"job":"backup","exit_code":0,"duration_seconds":12}',
        event: { type: 'ping' },
      },
    ],
  },
  {
    name: 'Duplicati',
    calls: [
      {
        method: 'POST',
        action: '',
        headers: [FORM, 'Expect: 100-continue'],
        body: 'message=Duplicati+Backup+report%0AParsedResult%3A+Success',
        log: 'Duplicati Backup report\nParsedResult: Success',
        event: { type: 'ping' },
      },
      {
        method: 'POST',
        action: '',
        headers: ['Content-Type: application/json; charset=utf-8'],
        body: '{"Data":{"ParsedResult":"Success"}}',
        event: { type: 'ping' },
      },
    ],
  },
  {
    name: 'task-mon',
    base: '/',
    calls: [
      { method: 'GET', action: `/start?rid=${RID}`, headers: TASK_MON, event: { type: 'start', runID: RID } },
      {
        method: 'POST',
        action: `/0?rid=${RID}`,
        headers: TASK_MON,
        body: '',
        event: { type: 'end', exitStatus: 0, runID: RID },
      },
      {
        method: 'POST',
        action: `/143?rid=${RID}`,
        headers: [...TASK_MON, PLAIN_UTF8],
        body: LOG,
        event: { type: 'fail', exitStatus: 143, runID: RID },
      },
      {
        method: 'POST',
        action: '/log',
        headers: [...TASK_MON, PLAIN_UTF8],
        body: LOG,
        event: { type: 'log' },
      },
    ],
  },
  {
    name: 'healthchecks-rs',
    pingID: '11111111-0004-4a1e-8f0d-8a3a57b9e5f0',
    calls: [
      {
        method: 'GET',
        action: `/start?rid=${RID}`,
        headers: ['User-Agent: hcctl/3.1'],
        event: { type: 'start', runID: RID },
      },
      {
        method: 'POST',
        action: `/fail?rid=${RID}`,
        headers: ['User-Agent: hcctl/3.1'],
        body: 'logs',
        event: { type: 'fail', runID: RID },
      },
      { method: 'GET', action: '', headers: ['User-Agent: hcctl/3.1'], event: { type: 'ping' } },
    ],
  },
  {
    name: 'py-healthchecks.io',
    pingID: '11111111-0005-4A1E-8F0D-8A3A57B9E5F0',
    calls: [
      { method: 'POST', action: '/start', headers: PY_HEALTHCHECKS, body: '', event: { type: 'start' } },
      {
        method: 'POST',
        action: '/log',
        headers: PY_HEALTHCHECKS,
        body: 'plain text, whatever the type says',
        event: { type: 'log' },
      },
      { method: 'POST', action: '', headers: PY_HEALTHCHECKS, body: '', event: { type: 'ping' } },
      {
        method: 'POST',
        action: '/5',
        headers: PY_HEALTHCHECKS,
        body: '{not json',
        event: { type: 'fail', exitStatus: 5 },
      },
    ],
  },
  {
    name: 'Ansible and Home Assistant',
    pingID: '11111111-0007-4a1e-8f0d-8a3a57b9e5f0',
    calls: [
      { method: 'HEAD', action: '', headers: ['User-Agent: ansible-httpget'], event: { type: 'ping' } },
      {
        method: 'GET',
        action: '',
        headers: ['User-Agent: HomeAssistant/2026.2 aiohttp/3.11 Python/3.13'],
        event: { type: 'ping' },
      },
    ],
  },
  {
    name: 'pytocron',
    calls: [
      { method: 'GET', action: '', headers: [], event: { type: 'ping' } },
      { method: 'GET', action: '/2', headers: [], event: { type: 'fail', exitStatus: 2 } },
    ],
  },
  {
    name: 'assimilate and emborg',
    calls: [
      { method: 'POST', action: '/start', headers: REQUESTS, body: '', event: { type: 'start' } },
      {
        method: 'POST',
        action: '/1',
        headers: REQUESTS,
        body: 'warning: file changed while we backed it up',
        event: { type: 'fail', exitStatus: 1 },
      },
      { method: 'POST', action: '/0', headers: REQUESTS, body: '', event: { type: 'end', exitStatus: 0 } },
    ],
  },
  {
    name: 'healthchecks-operator',
    calls: [
      { method: 'POST', action: '/start', headers: OPERATOR, body: '', event: { type: 'start' } },
      {
        method: 'POST',
        action: '/fail',
        headers: OPERATOR,
        body: 'BackoffLimitExceeded: Job has reached the specified backoff limit',
        event: { type: 'fail' },
      },
      { method: 'POST', action: '', headers: OPERATOR, body: '', event: { type: 'ping' } },
    ],
  },
  {
    name: 'Kopia and Proxmox, by webhook',
    calls: [
      {
        method: 'POST',
        action: '',
        headers: [...GO, PLAIN_UTF8, 'Subject: Snapshot report'],
        body: 'Duration: 2s',
        event: { type: 'ping' },
      },
      {
        method: 'POST',
        action: '/fail',
        headers: ['User-Agent: proxmox-backup-client/1.0', JSON_TYPE],
        body: '{"severity":"error"}',
        event: { type: 'fail' },
      },
    ],
  },
  {
    name: 'RouterOS, PowerShell, Home routers',
    calls: [
      {
        method: 'GET',
        action: '',
        headers: ['User-Agent: Mikrotik/7.x Fetch', 'Accept: */*'],
        event: { type: 'ping' },
      },
      {
        method: 'GET',
        action: '/end',
        headers: ['User-Agent: Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1'],
        event: { type: 'end' },
      },
      {
        method: 'POST',
        action: '/fail',
        headers: ['User-Agent: WindowsPowerShell/5.1', FORM, 'Expect: 100-continue'],
        body: 'stack trace',
        event: { type: 'fail' },
      },
      {
        method: 'GET',
        action: '/',
        headers: ['User-Agent: Wget', 'Connection: close'],
        event: { type: 'ping' },
      },
    ],
  },
  {
    name: 'a page in a browser',
    calls: [
      {
        method: 'POST',
        action: '/end',
        headers: [
          'Origin: https://app.example.com',
          'Referer: https://app.example.com/',
          'Content-Type: text/plain;charset=UTF-8',
          'Sec-Fetch-Mode: cors',
          'Cookie: a=b',
        ],
        body: 'done',
        event: { type: 'end' },
      },
    ],
  },
];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

describe.each(CLIENTS)('$name', ({ base = '/ping/', pingID, calls }) => {
  test('the client gets exactly 200 each time, and its intended events are recorded', async () => {
    const monitor = await server.createMonitor(pingID === undefined ? {} : { pingID });
    // All requests share a connection, because clients reuse theirs.
    let connection = openConnection(server.port);
    for (const [index, { method, action, headers, body, log = body, event }] of calls.entries()) {
      const path = `${base}${monitor.pingID}${action}`;
      connection.write(request(method, path, { headers, ...(body === undefined ? {} : { body }) }));
      const response = await connection.respond(method);
      expect(response?.status).toBe(200);
      // py-healthchecks.io treats a response with these words as an error.
      expect(response?.text).not.toMatch(/not found|rate limited/i);
      if (method !== 'HEAD')
        expect(expectAccepted(response!).event).toMatchObject({ number: index + 1, warnings: [] });
      const [stored] = await eventsOf(server, monitor, 1);
      expect(stored).toMatchObject({ number: index + 1, method, exitStatus: null, ...event, warnings: [] });
      if (log !== undefined && log !== '') expect(String(await lastBodyOf(server, monitor))).toBe(log);
      if (response?.headers.connection !== 'keep-alive') connection = openConnection(server.port);
    }
    connection.socket.destroy();
  });
});

test("Cronitor's library for Python pings by key", async () => {
  const { secret } = await makeKey(server, 'ping');
  const connection = openConnection(server.port);
  const query = 'series=2&message=all+well&metric=duration%3A1.2&host=db1&stamp=1763776802&env=production';
  const path = `/p/${secret}/cronitor-job?state=complete&${query}`;
  connection.write(request('GET', path, { headers: REQUESTS }));
  expect((await connection.respond())?.status).toBe(200);
  connection.socket.destroy();
  const [stored] = await eventsOf(server, await findBySlug(server, 'cronitor-job'), 1);
  expect(stored).toMatchObject({ type: 'end', runID: '2', duration: 1.2, warnings: [] });
});

test('each attempt of a client that tries 21 times in a tight loop is answered, even with 404', async () => {
  const connection = openConnection(server.port);
  const path = '/ping/11111111-ffff-4a1e-8f0d-8a3a57b9e5f0';
  for (let turn = 0; turn < 21; turn += 1) {
    connection.write(request('GET', path, { headers: ['User-Agent: hcctl/3.1'] }));
    expect((await connection.respond())?.status).toBe(404);
  }
  connection.socket.destroy();
});

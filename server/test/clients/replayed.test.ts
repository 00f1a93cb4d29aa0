import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { openConnection, request } from '../connection.ts';
import { acceptedBy, eventsOf, lastBodyOf } from '../ping/ping-answer.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { findBySlug, makeKey } from './client-world.ts';

/** A request as a client sends it, and the event that it must cause. */
interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Path after the ping URL. */
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

/** Clients that npm and Debian don't have, or that need more than a test offers. The requests are taken from their sources. */
interface Client {
  readonly name: string;
  /** Path of ping URLs: with /ping, or without it as on other services. */
  readonly base?: '/ping/' | '/';
  /** A UUID, as imported monitors keep. */
  readonly pingID?: string;
  readonly calls: readonly Call[];
}

const RID = '0b9a6cb6-4a1e-4f0d-8a3a-57b9e5f0a1c2';
const LOG = 'line 1\nline 2 \u00fc\n[runitor] exit status 1';
const PLAIN = 'Content-Type: text/plain';
const PLAIN_UTF8 = 'Content-Type: text/plain; charset=utf-8';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const JSON_TYPE = 'Content-Type: application/json';

const RUNITOR = [
  'User-Agent: runitor/v1.4.1 (linux-amd64; +https://bdd.fi/x/runitor)',
  PLAIN,
  'Accept-Encoding: gzip',
];
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
const AXIOS = [
  'Accept: application/json, text/plain, */*',
  PLAIN_UTF8,
  'User-Agent: HealthChecks-IO-Client-JS/1.0.4',
];
const OPERATOR = [...GO, 'Connection: close'];

const CLIENTS: readonly Client[] = [
  {
    name: 'runitor: a run that works',
    base: '/',
    pingID: '11111111-0001-4a1e-8f0d-8a3a57b9e5f0',
    calls: [
      {
        method: 'POST',
        action: `/start?rid=${RID}`,
        headers: RUNITOR,
        body: '',
        event: { type: 'start', runID: RID },
      },
      {
        method: 'POST',
        action: `?rid=${RID}`,
        headers: RUNITOR,
        body: LOG,
        event: { type: 'ping', runID: RID },
      },
    ],
  },
  {
    name: 'runitor: a start that is sent again, an exit code, a command that cannot be run, create on every request',
    pingID: '11111111-0002-4a1e-8f0d-8a3a57b9e5f0',
    calls: [
      {
        method: 'POST',
        action: `/start?create=1&rid=${RID}`,
        headers: RUNITOR,
        body: '',
        event: { type: 'start', runID: RID },
      },
      {
        method: 'POST',
        action: `/start?create=1&rid=${RID}`,
        headers: RUNITOR,
        body: '',
        event: { type: 'start', runID: RID },
      },
      {
        method: 'POST',
        action: `/127?create=1&rid=${RID}`,
        headers: RUNITOR,
        body: LOG,
        event: { type: 'fail', exitStatus: 127, runID: RID },
      },
      { method: 'POST', action: '/fail', headers: RUNITOR, body: 'exec: not found', event: { type: 'fail' } },
      { method: 'POST', action: '/log', headers: RUNITOR, body: LOG, event: { type: 'log' } },
    ],
  },
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
    name: 'borgmatic 2.1.7',
    calls: [
      {
        method: 'POST',
        action: '/start?create=1',
        headers: ['User-Agent: borgmatic'],
        body: '',
        event: { type: 'start' },
      },
      {
        method: 'POST',
        action: '/log?create=1',
        headers: ['User-Agent: borgmatic'],
        body: '...\nnewest lines',
        event: { type: 'log' },
      },
      {
        method: 'POST',
        action: '?create=1',
        headers: ['User-Agent: borgmatic'],
        body: '',
        event: { type: 'ping' },
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
    name: 'healthchecks-io-client of npm',
    pingID: '11111111-0006-4a1e-8f0d-8a3a57b9e5f0',
    calls: [
      { method: 'GET', action: '/start', headers: AXIOS, event: { type: 'start' } },
      { method: 'POST', action: '', headers: AXIOS, body: 'done', event: { type: 'ping' } },
      { method: 'GET', action: '/fail', headers: AXIOS, event: { type: 'fail' } },
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
  test('is answered with exactly 200 each time, and its events are what it meant', async () => {
    const monitor = await server.createMonitor(pingID === undefined ? {} : { pingID });
    // Clients reuse one connection.
    let connection = openConnection(server.port);
    for (const [index, { method, action, headers, body, log = body, event }] of calls.entries()) {
      const path = `${base}${monitor.pingID}${action}`;
      connection.write(request(method, path, { headers, ...(body === undefined ? {} : { body }) }));
      const answer = await connection.answer(method);
      expect(answer?.status).toBe(200);
      // py-healthchecks.io treats an answer with these words as an error.
      expect(answer?.text).not.toMatch(/not found|rate limited/i);
      if (method !== 'HEAD')
        expect(acceptedBy(answer!).event).toMatchObject({ number: index + 1, warnings: [] });
      const [stored] = await eventsOf(server, monitor, 1);
      expect(stored).toMatchObject({ number: index + 1, method, exitStatus: null, ...event, warnings: [] });
      if (log !== undefined && log !== '') expect(String(await lastBodyOf(server, monitor))).toBe(log);
      if (answer?.headers.connection !== 'keep-alive') connection = openConnection(server.port);
    }
    connection.socket.destroy();
  });
});

/** A request with a project's key and a slug, and the event that it must cause. KEY stands for the key. */
interface SlugCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: readonly string[];
  readonly body?: string;
  readonly isGzipped?: boolean;
  readonly isChunked?: boolean;
  readonly status: number;
  readonly event: Call['event'];
}

const SERIES = '9c2f4a3e';
const CHECK_IN = '5f1bd0a4f4b94b8d9c5c3a1f0e2d7b66';
const SENTRY_PYTHON = [
  'User-Agent: sentry.python/2.75.0',
  'Content-Type: application/x-sentry-envelope',
  'Content-Encoding: gzip',
  'X-Sentry-Auth: Sentry sentry_key=KEY, sentry_version=7, sentry_client=sentry.python/2.75.0',
];
const SENTRY_CLI = [
  'User-Agent: sentry-cli/3.8.0',
  'X-Sentry-Auth: Sentry sentry_key=KEY, sentry_version=7, sentry_client=sentry-cli/3.8.0',
];

function checkIn(slug: string, status: string): string {
  const schedule = { type: 'crontab', value: '0 2 * * *' };
  const config = { schedule, timezone: 'Europe/Riga', checkin_margin: 10, max_runtime: 60 };
  return JSON.stringify({
    type: 'check_in',
    check_in_id: CHECK_IN,
    monitor_slug: slug,
    status,
    duration: status === 'in_progress' ? null : 1.5,
    release: 'abc',
    environment: 'production',
    monitor_config: config,
  });
}

const SLUG_CLIENTS: readonly { readonly name: string; readonly calls: readonly SlugCall[] }[] = [
  {
    name: 'runitor, by slug, with -create',
    calls: [
      {
        method: 'POST',
        path: `/ping/KEY/runitor-job/start?create=1&rid=${RID}`,
        headers: RUNITOR,
        body: '',
        status: 201,
        event: { type: 'start', runID: RID },
      },
      {
        method: 'POST',
        path: `/ping/KEY/runitor-job/127?create=1&rid=${RID}`,
        headers: RUNITOR,
        body: LOG,
        status: 200,
        event: { type: 'fail', exitStatus: 127, runID: RID },
      },
    ],
  },
  {
    name: 'borgmatic, by slug, with create_slug',
    calls: [
      {
        method: 'POST',
        path: '/ping/KEY/borg/start?create=1',
        headers: REQUESTS,
        body: '',
        status: 201,
        event: { type: 'start' },
      },
      {
        method: 'POST',
        path: '/ping/KEY/borg/log?create=1',
        headers: REQUESTS,
        body: 'x',
        status: 200,
        event: { type: 'log' },
      },
      {
        method: 'POST',
        path: '/ping/KEY/borg?create=1',
        headers: REQUESTS,
        body: 'repo: done',
        status: 200,
        event: { type: 'ping' },
      },
    ],
  },
  {
    name: "Cronitor's command line, and its library for Python",
    calls: [
      {
        method: 'GET',
        path: `/ping/KEY/cronitor-job?state=run&try=1&stamp=1763776800.123&msg=echo+ok&host=db1&series=${SERIES}`,
        headers: ['User-Agent: CronitorCLI/33.4'],
        status: 200,
        event: { type: 'start', runID: SERIES },
      },
      {
        method: 'GET',
        path: `/ping/KEY/cronitor-job?state=fail&try=1&stamp=1763776801.5&msg=no&host=db1&series=${SERIES}&duration=0.030&status_code=2&metric=length%3A3`,
        headers: ['User-Agent: CronitorCLI/33.4'],
        status: 200,
        event: { type: 'fail', exitStatus: 2, runID: SERIES },
      },
      {
        method: 'GET',
        path: '/p/KEY/cronitor-job?state=complete&series=2&message=all+well&metric=duration%3A1.2&host=db1&stamp=1763776802&env=production',
        headers: REQUESTS,
        status: 200,
        event: { type: 'end', runID: '2' },
      },
    ],
  },
  {
    name: 'sentry-sdk for Python: gzip',
    calls: ['in_progress', 'error'].map((status) => ({
      method: 'POST',
      path: '/api/7/envelope/',
      headers: SENTRY_PYTHON,
      body: `{"sent_at":"2026-11-22T02:00:00.000000Z"}\n{"type":"check_in","content_type":"application/json","length":${checkIn('python', status).length}}\n${checkIn('python', status)}\n`,
      isGzipped: true,
      status: 200,
      event: { type: status === 'error' ? 'fail' : 'start', runID: CHECK_IN },
    })),
  },
  {
    name: '@sentry/node: chunks without a type, the key in the query',
    calls: ['in_progress', 'ok'].map((status) => ({
      method: 'POST',
      path: '/api/7/envelope/?sentry_version=7&sentry_key=KEY&sentry_client=sentry.javascript.node%2F11.12.0',
      headers: ['Connection: keep-alive'],
      body: `{"sent_at":"2026-11-22T02:00:00.000Z","sdk":{"name":"sentry.javascript.node","version":"11.12.0"}}\n{"type":"check_in"}\n${checkIn('node', status)}`,
      isChunked: true,
      status: 200,
      event: { type: status === 'ok' ? 'end' : 'start', runID: CHECK_IN },
    })),
  },
  {
    name: 'sentry-cli',
    calls: ['in_progress', 'ok'].map((status) => ({
      method: 'POST',
      path: '/api/7/envelope/',
      headers: SENTRY_CLI,
      body: `{}\n{"type":"check_in","length":${checkIn('cli', status).length}}\n${checkIn('cli', status)}\n`,
      status: 200,
      event: { type: status === 'ok' ? 'end' : 'start', runID: CHECK_IN },
    })),
  },
];

describe.each(SLUG_CLIENTS)('$name', ({ calls }) => {
  test('creates its monitor, and its events are what it meant', async () => {
    const { secret } = await makeKey(server, 'ping');
    const fill = (text: string) => text.replace('KEY', secret);
    for (const { method, path, headers, body, isGzipped, isChunked, status, event } of calls) {
      const bytes = isGzipped === true ? gzipSync(body ?? '') : Buffer.from(body ?? '');
      const connection = openConnection(server.port);
      const length =
        isChunked === true ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${bytes.length}`];
      connection.write(request(method, fill(path), { headers: [...headers.map(fill), ...length] }));
      if (isChunked === true) connection.write(`${bytes.length.toString(16)}\r\n`, bytes, '\r\n0\r\n\r\n');
      else connection.write(bytes);
      expect((await connection.answer(method))?.status).toBe(status);
      connection.socket.destroy();
      const slug = /(?:KEY\/)([\w-]+)|monitor_slug":"(\w+)/
        .exec(`${path} ${body ?? ''}`)
        ?.slice(1)
        .find(Boolean);
      const [stored] = await eventsOf(server, await findBySlug(server, slug ?? ''), 1);
      expect(stored).toMatchObject({ method, ...event, warnings: [] });
    }
  });
});

test('a client that tries 21 times in a tight loop, on 404 too, is answered each time', async () => {
  const connection = openConnection(server.port);
  const path = '/ping/11111111-ffff-4a1e-8f0d-8a3a57b9e5f0';
  for (let turn = 0; turn < 21; turn += 1) {
    connection.write(request('GET', path, { headers: ['User-Agent: hcctl/3.1'] }));
    expect((await connection.answer())?.status).toBe(404);
  }
  connection.socket.destroy();
});

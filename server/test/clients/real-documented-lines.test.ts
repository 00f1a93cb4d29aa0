import { beforeAll, expect } from 'vitest';
import { eventsOf } from '../ping/ping-response.ts';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { findBySlug, makeKey, typesOf } from './client-world.ts';
import { runLine } from './shell.ts';
import { CURL_AND_WGET } from './system-versions.ts';

const { withSystem } = createClientTests();

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

const RID = '728b3763-ea80-4113-9fc0-f49b3adfda12';

/**
 * Lines from the documentation of each service, with our host, in the order in which a job would run them. `$ID` is the
 * ID of the monitor.
 */
const SERVICES = [
  {
    service: 'Healthchecks',
    pingID: '5bf66975-d4c7-4bf5-bcc8-b8d8a82ea278',
    lines: [
      'curl -m 10 --retry 5 -fsS $BASE/ping/$ID',
      `curl -fsS -m 10 --retry 5 "$BASE/ping/$ID/start?rid=${RID}"`,
      `curl -fsS -m 10 --retry 5 "$BASE/ping/$ID?rid=${RID}"`,
      'm=$(echo backup log); curl -fsS -m 10 --retry 5 --data-raw "$m" $BASE/ping/$ID/log',
      'false; curl -fsS -m 10 --retry 5 $BASE/ping/$ID/$?',
      'curl -m 10 --retry 5 -fsS --data-binary "no space left" $BASE/ping/$ID/fail',
      'wget $BASE/ping/$ID -T 10 -t 10 -O /dev/null 2>/dev/null',
    ],
    types: ['ping', 'start', 'ping', 'log', 'fail', 'fail', 'ping'],
  },
  {
    service: 'Uptime Kuma',
    pingID: 'JnQZXh3v9PsaTk27mW4cR8yB1dF6gL0e',
    lines: [
      'curl -fsS "$BASE/api/push/$ID?status=up&msg=OK&ping="',
      'curl -fsS "$BASE/api/push/$ID?status=down&msg=failed&ping=12"',
      'wget -q -O - "$BASE/api/push/$ID?status=up&msg=OK&ping="',
      'python3 -c "import sys, urllib.request as r; r.urlopen(sys.argv[1])" "$BASE/api/push/$ID?status=up&msg=OK&ping="',
      `node -e 'fetch(process.argv[1]).then((r) => r.json()).then(({ ok }) => process.exit(ok ? 0 : 1))' "$BASE/api/push/$ID?status=up&msg=OK&ping=7"`,
    ],
    types: ['end', 'fail', 'end', 'end', 'end'],
  },
  {
    service: 'Cronitor',
    pingID: 'd3x0c1hT',
    lines: [
      'curl -fsS $BASE/$ID/run',
      'curl -fsS "$BASE/$ID/complete?msg=done"',
      'curl -fsS "$BASE/$ID/run?series=4711&host=db1"',
      'curl -fsS "$BASE/$ID/fail?series=4711&msg=broken"',
      'curl -fsS $BASE/$ID/ok',
    ],
    types: ['start', 'end', 'start', 'fail', 'end'],
  },
  {
    service: 'Better Stack',
    pingID: '5zVdUMbnzRHdJUmRh7Bq2nWv',
    lines: [
      'curl -fsS "$BASE/api/v1/heartbeat/$ID"',
      'curl -fsS -X POST "$BASE/api/v1/heartbeat/$ID/fail"',
      'curl -fsS -d "output of the job" "$BASE/api/v1/heartbeat/$ID/17"',
      'true; curl -fsS "$BASE/api/v1/heartbeat/$ID/$?"',
    ],
    types: ['ping', 'fail', 'fail', 'end'],
  },
  {
    service: "Dead Man's Snitch",
    pingID: 'c2354d53d2',
    lines: [
      'curl -fsS $BASE/$ID',
      'curl -fsS -d "m=just checking in" $BASE/$ID',
      'curl -fsS "$BASE/$ID?m=just+checking+in"',
      'curl -fsS -d s=$(false; echo $?) $BASE/$ID',
      'curl -fsS -d s=0 $BASE/$ID',
    ],
    types: ['ping', 'ping', 'ping', 'fail', 'end'],
  },
  {
    service: 'Cronhub',
    pingID: '1f5e3410-254c-11e8-b61d-55875966d031',
    lines: [
      'curl -fsS -X POST $BASE/start/$ID',
      'curl -fsS -X POST $BASE/finish/$ID',
      'curl -fsS -X POST $BASE/ping/$ID',
    ],
    types: ['start', 'end', 'ping'],
  },
] as const;

for (const { service, pingID, lines, types } of SERVICES)
  withSystem(
    { name: `curl, wget: ${service}`, version: CURL_AND_WGET },
    'lines of its documentation',
    async () => {
      const monitor = await server.createMonitor({ name: service, pingID });
      for (const line of lines) {
        const { exitCode, out } = await runLine(line, { BASE: server.baseURL, ID: pingID });
        expect({ line, exitCode, out }).toMatchObject({ line, exitCode: 0 });
      }
      expect(await typesOf(server, monitor)).toEqual(types);
      const warnings = (await eventsOf(server, monitor)).flatMap((event) => event.warnings);
      expect(warnings).toEqual([]);
    },
  );

withSystem({ name: 'curl, wget: Healthchecks', version: CURL_AND_WGET }, 'slug and create=1', async () => {
  const { secret } = await makeKey(server, 'ping');
  const lines = [
    ['curl -fsS -m 10 --retry 5 "$URL/start?create=1"', 'Created'],
    ['curl -fsS -m 10 --retry 5 "$URL?create=1"', 'OK'],
    ['false; curl -fsS -m 10 --retry 5 $URL/$?', 'OK'],
    ['m=$(echo backup log); curl -fsS -m 10 --retry 5 --data-raw "$m" $URL', 'OK'],
    ['wget -q -T 10 -t 10 -O - "$URL?create=1"', 'OK'],
  ] as const;
  const URL = `${server.baseURL}/ping/${secret}/made-by-curl`;
  for (const [line, response] of lines)
    expect({ line, ...(await runLine(line, { URL })) }).toEqual({ line, exitCode: 0, out: response });
  const monitor = await findBySlug(server, 'made-by-curl');
  expect(await typesOf(server, monitor)).toEqual(['start', 'ping', 'fail', 'ping', 'ping']);
});

withSystem({ name: 'curl, wget: Sentry', version: CURL_AND_WGET }, 'lines of its documentation', async () => {
  const { secret } = await makeKey(server, 'ping');
  const monitor = await server.createMonitor({ name: 'Sentry', slug: 'sentry-lines' });
  const lines = [
    'curl -fsS -X POST "$URL?check_in_id=$RID&status=in_progress"',
    'curl -fsS -X POST "$URL?check_in_id=$RID&status=ok"',
    'curl -fsS "$URL?status=error"',
    'wget -q -O /dev/null "$URL?environment=prod&status=ok"',
  ];
  const URL = `${server.baseURL}/api/1/cron/sentry-lines/${secret}/`;
  for (const line of lines) {
    const { exitCode, out } = await runLine(line, { URL, RID });
    expect({ line, exitCode, out }).toMatchObject({ line, exitCode: 0 });
  }
  expect(await typesOf(server, monitor)).toEqual(['start', 'end', 'fail', 'end']);
});

import { beforeAll, expect, test } from 'vitest';
import { eventsOf } from '../ping/ping-response.ts';
import { endWell, type RunningMonitor, type RunningServer, startServer, until } from '../running-server.ts';
import { testWith } from './prerequisites.ts';
import { runLine } from './shell.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

/** Returns the final state of a monitor, with the types of its events, oldest first. */
async function outcomeOf(monitor: RunningMonitor) {
  const { status, notices } = await server.readMonitor(monitor.shortID);
  const events = [...(await eventsOf(server, monitor))].reverse();
  expect(events.flatMap(({ warnings }) => warnings)).toEqual([]);
  expect(notices).toEqual([]);
  return { status, types: events.map(({ type }) => type) };
}

/** Lines from the documentation of other services, with our ping URL. */
const LINES = [
  // A failure in the parameters or the body must not count as a success.
  ['curl -s "$URL?status=down&msg=x&ping="', 'fail', 'down'],
  ['curl -s "$URL?state=fail"', 'fail', 'down'],
  ['curl -s "$URL?status=error"', 'fail', 'down'],
  ['curl -s -d s=1 "$URL"', 'fail', 'down'],
  ['curl -s "$URL?s=1"', 'fail', 'down'],
  ['curl -s "$URL?state=run"', 'start', 'up'],
  ['curl -s "$URL?status=up&msg=OK&ping=42"', 'end', 'up'],
  ['curl -s "$URL?state=complete&series=a&host=h&stamp=1.5&try=1&env=prod"', 'end', 'up'],
  ['curl -s -d s=0 -d "m=disk full" "$URL"', 'end', 'up'],
  ['curl -s -F s=1 -F m=@/etc/hostname "$URL"', 'fail', 'down'],
  ['curl -s --data-urlencode "m=a & b" -d s=$(sh -c "exit 3"; echo $?) "$URL"', 'fail', 'down'],
  ['curl -s "$URL/failure"', 'fail', 'down'],
  ['curl -s "$URL/FAIL"', 'fail', 'down'],
  ['curl -s "$URL/17"', 'fail', 'down'],
  ['curl -s -T /etc/hostname "$URL/error"', 'fail', 'down'],
  ['echo said | gzip | curl -s -H "Content-Encoding: gzip" --data-binary @- "$URL/fail"', 'fail', 'down'],
] as const;

for (const [line, type, status] of LINES) {
  testWith(['curl', 'gzip'], `${line} is ${type}`, async () => {
    const monitor = await server.createMonitor();
    const variables = { URL: `${server.baseURL}${monitor.path}` };
    expect((await runLine(line, variables)).exitCode).toBe(0);
    expect(await outcomeOf(monitor)).toEqual({ status, types: [type] });
  });
}

testWith(['busybox'], 'busybox wget reports what happened', async () => {
  for (const [line, types, status] of [
    [
      'busybox wget -q -O /dev/null $URL/start; false; busybox wget -q -O /dev/null $URL/$?',
      ['start', 'fail'],
      'down',
    ],
    [
      'busybox wget -q -O /dev/null "$URL?state=run"; busybox wget -q -O /dev/null "$URL?s=0"',
      ['start', 'end'],
      'up',
    ],
    ['busybox wget -q -O /dev/null --post-data "s=1&m=disk full" $URL', ['fail'], 'down'],
    ['busybox wget -q --spider "$URL?status=down"', ['fail'], 'down'],
  ] as const) {
    const monitor = await server.createMonitor();
    const { exitCode } = await runLine(line, { URL: `${server.baseURL}${monitor.path}` });
    expect([line, exitCode]).toEqual([line, 0]);
    expect(await outcomeOf(monitor)).toEqual({ status, types });
  }
});

test('unknown words get 404 and a notice on the monitor', async () => {
  const monitor = await server.createMonitor();
  for (const word of ['restart', '256', 'FAlL'])
    expect((await fetch(`${server.baseURL}${monitor.path}/${word}`)).status).toBe(404);
  await until(async () =>
    expect((await server.readMonitor(monitor.shortID)).notices).toMatchObject([
      { kind: 'unknown_call', count: 3, message: expect.stringContaining('/FAlL') },
    ]),
  );
});

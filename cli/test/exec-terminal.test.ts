import { once } from 'node:events';
import { expect, test } from 'vitest';
import { until } from '../../server/test/running-server.ts';
import { openLoopback, PING_ID, pingResponse } from '../../server/test/sdk/loopback.ts';
import { makeStateFolder, run, startInTerminal } from './command.ts';

async function openHost() {
  const { url, seen } = await openLoopback(pingResponse());
  return {
    env: { OVERDUE_STATE: makeStateFolder(), OVERDUE_PING_URL: `${url}/ping/${PING_ID}` },
    reports: () => seen.map((request) => request.url.split('?')[0]?.split('/').at(-1)),
    logs: () => seen.map(({ body }) => body),
  };
}

test('a job in a terminal has the terminal as its input and outputs, and no log', async () => {
  const host = await openHost();
  const script = 'for fd in 0 1 2; do test -t $fd && echo $fd; done; exit 7';
  const { finished } = startInTerminal(['exec', '--', 'sh', '-c', script], host.env);
  expect(await finished).toMatchObject({ status: 7, stdout: '0\r\n1\r\n2\r\n' });
  expect(host.reports()).toEqual(['start', '7']);
  expect(host.logs()).toEqual(['', '']);
});

test('a job in a terminal can ask a question', async () => {
  const host = await openHost();
  const script = 'read -r name; echo "Hello $name"';
  const { process, finished } = startInTerminal(['exec', '--', 'sh', '-c', script], host.env);
  process.stdin?.write('Ann\n');
  expect(await finished).toMatchObject({ status: 0, stdout: expect.stringContaining('Hello Ann\r\n') });
});

test('the end of a job whose terminal is closed is reported once', async () => {
  const host = await openHost();
  const { process } = startInTerminal(['exec', '--', 'sh', '-c', 'echo ready; exec sleep 60'], host.env);
  await once(process.stdout ?? expect.fail(), 'data');
  await until(() => expect(host.reports()).toEqual(['start']));
  process.kill('SIGKILL');
  await until(() => expect(host.reports()).toEqual(['start', '129']));
  await until(async () => {
    const { stdout } = await run(['spool', 'list', '--json'], { env: host.env });
    expect(JSON.parse(stdout).reports).toEqual([]);
  });
});

test('Ctrl-C in a terminal stops the job, whose end is reported', async () => {
  const host = await openHost();
  const script = 'trap "echo stopping; exit 5" INT; echo ready; while :; do sleep 0.05; done';
  const { process, finished } = startInTerminal(['exec', '--', 'sh', '-c', script], host.env);
  let shown = '';
  process.stdout?.on('data', (bytes: Buffer) => {
    shown += bytes.toString();
  });
  await until(async () => expect(shown).toContain('ready'));
  process.stdin?.write('\x03');
  expect(await finished).toMatchObject({ status: 5, stdout: expect.stringContaining('stopping') });
  expect(host.reports()).toEqual(['start', '5']);
});

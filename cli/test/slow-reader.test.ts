import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../server/test/running-server.ts';
import { openLoopback, PING_ID, pingResponse } from '../../server/test/sdk/loopback.ts';
import { makeStateFolder, start, startPipeline } from './command.ts';

async function openHost() {
  const { url, seen } = await openLoopback(pingResponse());
  const state = makeStateFolder();
  const [go, later] = [join(state, 'go'), join(state, 'later')];
  execFileSync('mkfifo', [go, later]);
  return { seen, go, later, env: { OVERDUE_STATE: state, OVERDUE_PING_URL: `${url}/ping/${PING_ID}` } };
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => `${index + 1}\n`).join('');

test.each([
  ['output', '', 500_000],
  ['errors', 'exec >&2;', 500_000],
  ['output of many megabytes', '', 3_000_000],
])('a slow reader gets every byte of the %s in order', async (_name, redirection, last) => {
  const { go, env } = await openHost();
  // The reader waits until the job has written 20,000 numbers. The reader then takes 999 bytes at a time.
  const job = `${redirection} seq 1 20000; echo go > ${go}; seq 20001 ${last}`;
  const reader = `{ read line < ${go}; dd ibs=999 obs=64k 2>/dev/null; }`;
  const { finished } = startPipeline(['exec', '--', 'sh', '-c', job], reader, env);
  const { stdout } = await finished;
  expect(stdout === numbersTo(last)).toBe(true);
});

test('all output of a burst is passed on before the job ends', async () => {
  const { env } = await openHost();
  const burst = numbersTo(100_000);
  const { process, finished } = start(
    ['exec', '--', 'sh', '-c', 'seq 1 100000; read line; echo "$line"'],
    env,
  );
  let size = 0;
  process.stdout?.on('data', (bytes: Buffer) => {
    size += bytes.length;
    if (size === burst.length) process.stdin?.end('after\n');
  });
  expect((await finished).stdout === `${burst}after\n`).toBe(true);
});

test('a job that never stops writing is stopped by --timeout', async () => {
  const { seen, env } = await openHost();
  const { finished } = startPipeline(['exec', '--timeout', '200ms', '--', 'yes'], 'cat >/dev/null', env);
  await finished;
  expect(seen.at(-1)?.url.split('?')[0]).toBe(`/ping/${PING_ID}/124`);
});

test('the end is reported while the reader waits, and the reader then gets the rest of the output first', async () => {
  const { seen, go, later, env } = await openHost();
  // The output fills the reader's pipe, because the reader waits. The remaining bytes wait in the wrapper and in the job's pipe.
  const job = `(read line < ${later}; echo "$line") & seq 1 23000`;
  const running = startPipeline(['exec', '--', 'sh', '-c', job], `{ read line < ${go}; cat; }`, env);
  await until(async () => expect(seen).toHaveLength(2));
  await writeFile(later, 'later\n');
  await writeFile(go, 'go\n');
  expect((await running.finished).stdout === `${numbersTo(23_000)}later\n`).toBe(true);
});

test('a job without a reader gets SIGPIPE', async () => {
  const { seen, env } = await openHost();
  const { finished } = startPipeline(['exec', '--', 'yes'], 'head -n 1', env);
  expect(await finished).toMatchObject({ stdout: 'y\n' });
  await until(async () => expect(seen.map(({ url }) => url.split('?')[0])).toContain(`/ping/${PING_ID}/141`));
});

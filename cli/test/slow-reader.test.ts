import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../server/test/running-server.ts';
import { openLoopback, PING_ID, pingAnswer } from '../../server/test/sdk/loopback.ts';
import { makeStateFolder, startPipeline } from './command.ts';

async function openHost() {
  const { url, seen } = await openLoopback(pingAnswer());
  const state = makeStateFolder();
  const [go, later] = [join(state, 'go'), join(state, 'later')];
  execFileSync('mkfifo', [go, later]);
  return { seen, go, later, env: { OVERDUE_STATE: state, OVERDUE_PING_URL: `${url}/ping/${PING_ID}` } };
}

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => `${index + 1}\n`).join('');

test.each([
  ['output', ''],
  ['errors', 'exec >&2;'],
])('a slow reader gets every byte of the %s in order', async (_name, redirection) => {
  const { go, env } = await openHost();
  // The reader starts when its pipe is full, and takes odd numbers of bytes.
  const job = `${redirection} seq 1 20000; echo go > ${go}; seq 20001 500000`;
  const reader = `{ read line < ${go}; dd ibs=999 obs=64k 2>/dev/null; }`;
  const { finished } = startPipeline(['exec', '--', 'sh', '-c', job], reader, env);
  const { stdout } = await finished;
  expect(stdout === numbersTo(500_000)).toBe(true);
});

test('the end is reported while the reader waits, which then gets the rest before later output', async () => {
  const { seen, go, later, env } = await openHost();
  // More than two pipes hold: the second is full, one buffer waits, and the rest is in the job's pipe.
  const job = `(read line < ${later}; echo "$line") & seq 1 31000`;
  const running = startPipeline(['exec', '--', 'sh', '-c', job], `{ read line < ${go}; cat; }`, env);
  await until(async () => expect(seen).toHaveLength(2));
  await writeFile(later, 'later\n');
  await writeFile(go, 'go\n');
  expect((await running.finished).stdout === `${numbersTo(31_000)}later\n`).toBe(true);
});

test('a job whose reader is gone gets SIGPIPE', async () => {
  const { seen, env } = await openHost();
  const { finished } = startPipeline(['exec', '--', 'yes'], 'head -n 1', env);
  expect(await finished).toMatchObject({ stdout: 'y\n' });
  await until(async () => expect(seen.map(({ url }) => url.split('?')[0])).toContain(`/ping/${PING_ID}/141`));
});

import { expect, onTestFinished, test } from 'vitest';
import { startServer, until } from '../../server/test/running-server.ts';
import { makeStateFolder, start } from './command.ts';

test('list --watch shows the list again after each change, until Ctrl-C', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const monitor = await server.createMonitor({ name: 'Nightly backup' });
  const env = { OVERDUE_URL: server.baseURL, OVERDUE_TOKEN: server.token, OVERDUE_STATE: makeStateFolder() };
  const { process, finished } = start(['list', '--watch'], env);
  let shown = '';
  process.stdout?.on('data', (bytes: Buffer) => {
    shown += bytes.toString();
  });
  await until(async () => expect(shown).toMatch(/^new +Nightly backup /m));
  await fetch(`${server.baseURL}${monitor.path}/1`, { method: 'POST' });
  await until(async () => expect(shown).toMatch(/^down +Nightly backup /m));
  await server.createMonitor({ name: 'Weekly report' });
  await until(async () => expect(shown).toMatch(/^down +Nightly backup .*\nnew +Weekly report /m));
  process.kill('SIGINT');
  expect(await finished).toMatchObject({ status: null, signal: 'SIGINT', stderr: '' });
});

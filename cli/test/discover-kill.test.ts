import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/running-server.ts';
import { makeStateFolder, run, start } from './command.ts';
import { makeImage } from './discover-host.ts';

/** Opens a proxy to the service. Calls `onImport` after monitors are created, before the client gets the response. */
async function openProxy(server: RunningServer, onImport: () => void): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const body = await buffer(request);
    const { status, isImport, text } = await forward(server, request, body);
    if (isImport) onImport();
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return `http://127.0.0.1:${address.port}`;
}

async function forward(
  server: RunningServer,
  { url = '', method = '' }: Pick<IncomingMessage, 'url' | 'method'>,
  body: Buffer,
) {
  const headers = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' };
  const init = body.length === 0 ? { method, headers } : { method, headers, body: new Uint8Array(body) };
  const response = await fetch(`${server.baseURL}${url}`, init);
  const isImport = body.includes('"dryRun":false');
  return { status: response.status, isImport, text: await response.text() };
}

const KILL_AT_RENAME = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (to.endsWith('/crontabs/ann')) process.kill(process.pid, 'SIGKILL');
  renameSync(from, to);
};
syncBuiltinESMExports();
`;

test('a run that is killed is finished by the next one, and undone with it byte for byte', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const host = makeImage();
  const before = host.snapshot();
  let onImport = () => {};
  const env = {
    OVERDUE_URL: await openProxy(server, () => onImport()),
    OVERDUE_TOKEN: server.token,
    OVERDUE_STATE: makeStateFolder(),
  };
  const discover = ['discover', '--root', host.root, '--program', host.program, '--yes'];
  const pingIDs = async () => {
    const { monitors } = await server.api('GET', '/v1/monitors/');
    return [...JSON.stringify(monitors).matchAll(/\/ping\/(\w+)/g)].map(([, id]) => id).toSorted();
  };

  // Kills the command after the monitors are created and before any file is edited.
  const first = start([...discover, '--apply'], env);
  onImport = () => void first.process.kill('SIGKILL');
  expect(await first.finished).toMatchObject({ signal: 'SIGKILL' });
  const created = await pingIDs();
  expect(created).toHaveLength(4);
  expect(host.snapshot()).toEqual(before);

  // Kills the command when it replaces the third of four files.
  onImport = () => {};
  const kill = join(host.root, '..', 'kill.mjs');
  writeFileSync(kill, KILL_AT_RENAME);
  const second = start([...discover, '--apply'], { ...env, NODE_OPTIONS: `--import=${kill}` });
  expect(await second.finished).toMatchObject({ signal: 'SIGKILL' });
  expect(existsSync(join(host.root, 'var/spool/cron/crontabs/.overdue-new'))).toBe(true);
  expect(host.read('etc/crontab')).toContain('exec --ping');
  expect(host.read('var/spool/cron/crontabs/ann')).not.toContain('exec --ping');

  const third = await run([...discover, '--apply'], { env });
  expect(third).toMatchObject({ status: 0, stderr: '' });
  expect(third.stdout).toContain('Created 0 monitors; 2 existed already. Changed 2 files.');
  expect(await pingIDs()).toEqual(created);
  const texts = Object.values(host.snapshot()).join('\n');
  expect(
    [...texts.matchAll(/ exec --ping \S+\/ping\/(\w+)| unit end --ping \S+\/ping\/(\w+)/g)]
      .map(([, line, unit]) => line ?? unit)
      .toSorted(),
  ).toEqual(created);

  expect(await run([...discover, '--undo'], { env })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Restored 4 files. Paused 4 monitors'),
  });
  expect(host.snapshot()).toEqual(before);
});

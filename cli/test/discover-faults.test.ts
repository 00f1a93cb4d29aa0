import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/running-server.ts';
import { makeStateFolder, run, start } from './command.ts';
import { makeImage } from './discover-host.ts';

/**
 * Opens a proxy to the service. Calls `onImport` after monitors are created, and waits for its end before the client gets the response.
 */
async function openProxy(
  server: RunningServer,
  onImport: () => unknown,
  { isRevoked = false }: { readonly isRevoked?: boolean } = {},
): Promise<string> {
  let token = server.token;
  const proxy = createServer(async (request, response) => {
    const body = await buffer(request);
    const { status, isImport, text } = await forward(server, request, { body, token });
    if (isImport) await onImport();
    if (isImport && isRevoked) token = 'ovd_revoked';
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
  { body, token }: { readonly body: Buffer; readonly token: string },
) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
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

async function openHost() {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const host = makeImage();
  const env = { OVERDUE_URL: server.baseURL, OVERDUE_TOKEN: server.token, OVERDUE_STATE: makeStateFolder() };
  const args = ['discover', '--root', host.root, '--program', host.program, '--yes'];
  const discover = (more: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
    run([...args, ...more], { env: { ...env, ...variables } });
  const statuses = async () => {
    const { monitors } = await server.api('GET', '/v1/monitors/');
    return [...JSON.stringify(monitors).matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);
  };
  return { server, host, discover, statuses };
}

test('a second run at the same time changes nothing and says why', async () => {
  const { server, host, discover, statuses } = await openHost();
  let second: unknown = null;
  const proxy = await openProxy(server, async () => {
    second = [await discover(['--apply']), await discover(['--undo'])];
  });
  expect(await discover(['--apply'], { OVERDUE_URL: proxy })).toMatchObject({ status: 0 });
  const refused = { status: 1, stderr: expect.stringContaining('Another "overdue discover" is changing') };
  expect(second).toMatchObject([refused, refused]);
  expect(await statuses()).toHaveLength(4);
  expect(host.read('etc/crontab')).toContain('exec --ping');
});

test('a token that is revoked while a run edits the host doesn’t hide what was edited', async () => {
  const { server, host, discover } = await openHost();
  const proxy = await openProxy(server, () => {}, { isRevoked: true });
  const applied = await discover(['--apply'], { OVERDUE_URL: proxy });
  expect(applied.stdout).toContain('Created 4 monitors. Changed 4 files.');
  expect(host.read('etc/crontab')).toContain('exec --ping');
  expect(applied).toMatchObject({ status: 0 });
});

test('undo restores the files without the service, and pauses the monitors when it is there again', async () => {
  const { host, discover, statuses } = await openHost();
  const before = host.snapshot();
  await discover(['--apply']);
  const away = { OVERDUE_URL: 'http://127.0.0.1:9' };
  expect(await discover(['--undo'], away)).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('Restored 4 files. Paused 0 monitors'),
    stderr: expect.stringMatching(/These monitors expect runs until .*pause them: \w/),
  });
  expect(host.snapshot()).toEqual(before);
  expect(await statuses()).toEqual(['new', 'new', 'new', 'new']);
  expect(await discover(['--undo'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Restored 0 files. Paused 4 monitors'),
  });
  expect(await statuses()).toEqual(['paused', 'paused', 'paused', 'paused']);
  expect(await discover(['--undo'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing to undo'),
  });
});

test('a list that can’t be written stops a run before it changes a file', async () => {
  const { host, discover } = await openHost();
  const before = host.snapshot();
  const full = join(makeStateFolder(), 'file');
  writeFileSync(full, '');
  expect(await discover(['--apply'], { OVERDUE_STATE: full })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^overdue: .*file.*\n$/),
  });
  expect(host.snapshot()).toEqual(before);
});

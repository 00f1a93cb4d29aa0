import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../server/test/running-server.ts';
import { makeStateFolder, run, start } from './command.ts';

test('a day with the command line: list, wait, acknowledge, mute and find the cause', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const env = { OVERDUE_URL: server.baseURL, OVERDUE_TOKEN: server.token, OVERDUE_STATE: makeStateFolder() };
  const overdue = (...args: readonly string[]) => run(args, { env });
  const json = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await overdue(...args, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const job = await server.createMonitor({ name: 'Nightly backup', schedule: { interval: 3600 } });
  await server.createMonitor({ name: 'other' });
  const pingURL = `${server.baseURL}${job.path}`;
  await fetch(`${pingURL}/1`, { method: 'POST', body: 'disk full\n' });

  const [list, show, runs, logs, opened, doctor] = await Promise.all([
    overdue('list', '--status', 'down,up'),
    overdue('show', job.shortID),
    json('runs', job.slug),
    overdue('logs', job.slug),
    overdue('open', job.slug),
    overdue('doctor'),
  ]);
  expect(list.stdout).toMatch(/^STATUS {2}NAME.*\ndown {4}Nightly backup {2}/);
  expect(show.stdout).toMatch(/\nStatus +down\n/);
  expect(runs.runs).toMatchObject([{ state: 'failed' }]);
  expect(logs.stdout).toMatch(/, exit status 1 {2}run \S+\ndisk full\n$/);
  expect(opened.stdout).toBe(`${server.baseURL}/monitors/${job.shortID}\n`);
  expect(doctor).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\nok +clock .*\nok +token .*\nwarning +channels .*\nok +reports/),
  });

  const settings = { url: 'http://127.0.0.1:9/' };
  await server.api('POST', '/v1/channels/', { name: 'hook', type: 'webhook', settings });
  const { channels } = await server.api('GET', '/v1/channels/');
  const [, id] = /"shortID":"(\w+)"/.exec(JSON.stringify(channels)) ?? [];
  await server.api('POST', `/v1/channels/${id}/test/`);
  expect(await overdue('doctor')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/\nproblem +channels +The last attempt of every channel failed.*hook/),
  });

  const failures = await Promise.all([
    overdue('show', 'missing'),
    overdue('wait', job.slug, '--until', 'paused', '--timeout', '100ms'),
    overdue('mute', job.slug),
    overdue('lisst'),
    run(['list'], { env: { ...env, OVERDUE_TOKEN: 'ovd_wrong' } }),
    run(['list'], { env: { ...env, OVERDUE_URL: 'http://127.0.0.1:1' } }),
    run(['whoami'], { env: { XDG_CONFIG_HOME: env.OVERDUE_STATE } }),
  ]);
  expect(failures.map(({ status }) => status)).toEqual([1, 124, 2, 2, 4, 3, 4]);
  expect(failures[3]?.stderr).toMatch(/^overdue: unknown command 'lisst'\n\(Did you mean list\?\)/);

  const waiting = start(['wait', job.slug, '--until', 'up'], env);
  const following = start(['logs', job.slug, '-f'], env);
  if (following.process.stdout === null) throw new Error('There is no output.');
  await once(following.process.stdout, 'data');
  await json('ack', job.slug, '--note', 'On it.');
  expect(await overdue('ack', job.slug)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('already'),
  });
  expect(await overdue('ack', job.slug, '--undo', '--take-over')).toMatchObject({ status: 2 });
  expect((await json('ack', job.slug, '--undo')).incident).toMatchObject({ acknowledgedAt: null });
  expect(await overdue('ack', job.slug, '--undo')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not acknowledged'),
  });
  expect(await overdue('ack', job.slug, '--take-over')).toMatchObject({ status: 0 });
  const further = once(following.process.stdout, 'data');
  await fetch(`${pingURL}/0`, { method: 'POST', body: 'fine again\n' });
  expect(await waiting.finished).toMatchObject({ status: 0, stdout: 'Nightly backup is up.\n' });
  await further;
  following.process.kill('SIGTERM');
  expect((await following.finished).stdout).toContain('fine again');

  const named = ['--monitor', 'Weekly report', '--create', '--', 'true'];
  expect(await overdue('exec', ...named)).toMatchObject({ status: 0, stderr: '' });
  expect(await overdue('exec', ...named)).toMatchObject({ status: 0, stderr: '' });
  expect((await json('runs', 'weekly-report')).runs).toMatchObject([
    { state: 'succeeded' },
    { state: 'succeeded' },
  ]);
  expect(await overdue('ping', '--monitor', 'missing')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('No monitor is named missing.'),
  });

  expect((await json('mute', job.slug, '--for', '1h')).monitor.mutedUntil).not.toBeNull();
  expect((await json('mute', job.slug, '--off')).monitor.mutedUntil).toBeNull();
  expect((await json('pause', job.slug)).monitor.status).toBe('paused');
  expect((await json('resume', job.slug)).monitor.status).toBe('up');
});

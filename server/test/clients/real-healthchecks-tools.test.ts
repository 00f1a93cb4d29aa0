import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { endWell, type RunningServer, startServer } from '../running-server.ts';
import { createClientTests } from './client-results.ts';
import { CLIENTS } from './client-versions.ts';
import { findBySlug, makeKey, runClient } from './client-world.ts';
import { openTerraform, terraformFile } from './terraform.ts';

const { ansible, terraform } = CLIENTS;
const { withClient } = createClientTests();

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
  return () => endWell(server);
});

/** Makes a folder for the files of a tool. */
function makeFolder(name: string): string {
  const folder = join(server.folder, name);
  mkdirSync(folder);
  return folder;
}

withClient(terraform, 'apply, plan without changes, change, destroy', async (tool) => {
  const { secret } = await makeKey(server, 'read_write');
  const folder = makeFolder('terraform');
  const run = openTerraform(tool, folder);
  const write = (grace: number) =>
    writeFileSync(join(folder, 'main.tf'), terraformFile(server, secret, grace));
  write(120);
  const applied = await run('apply', '-auto-approve');
  expect(applied.exitCode, applied.out).toBe(0);
  expect(await findBySlug(server, 'terraform-cron')).toMatchObject({
    name: 'terraform cron',
    description: 'Made by Terraform',
    tags: ['db', 'prod'],
    schedule: { cron: '0,30 2 * * *', timezone: 'Asia/Tokyo', graceDuration: 120 },
  });
  const planned = await run('plan', '-detailed-exitcode');
  // Exit status 0 means no changes, 2 means changes.
  expect(planned.exitCode, planned.out).toBe(0);
  write(240);
  const changed = await run('apply', '-auto-approve');
  expect(changed.exitCode, changed.out).toBe(0);
  expect((await findBySlug(server, 'terraform-cron')).schedule.graceDuration).toBe(240);
  const destroyed = await run('destroy', '-auto-approve');
  expect(destroyed.exitCode, destroyed.out).toBe(0);
  expect((await server.api('GET', '/v1/monitors/')).monitors).toEqual([]);
});

withClient(terraform, 'plan without changes after an import and a change of the address', async (tool) => {
  // Another installation of Overdue stands in for Healthchecks, because its Management API gives the provider the same responses.
  const former = await startServer();
  onTestFinished(() => endWell(former));
  const target = await startServer();
  onTestFinished(() => endWell(target));
  const folder = makeFolder('terraform-move');
  const run = openTerraform(tool, folder);
  const { secret: formerKey } = await makeKey(former, 'read_write');
  writeFileSync(join(folder, 'main.tf'), terraformFile(former, formerKey, 120));
  const applied = await run('apply', '-auto-approve');
  expect(applied.exitCode, applied.out).toBe(0);
  const list = await fetch(`${former.baseURL}/api/v3/checks/`, { headers: { 'X-Api-Key': formerKey } });
  const files = [{ name: 'checks.json', text: await list.text() }];
  await target.api('POST', '/v1/imports/', { source: 'healthchecks', files, dryRun: false });
  const { secret } = await makeKey(target, 'read_write');
  writeFileSync(join(folder, 'main.tf'), terraformFile(target, secret, 120));
  const planned = await run('plan', '-detailed-exitcode');
  expect(planned.exitCode, planned.out).toBe(0);
  // Proves that the plan used the new address: after a check is deleted there, Terraform would create it again.
  await target.api('DELETE', `/v1/monitors/${(await findBySlug(target, 'terraform-simple')).shortID}/`);
  expect(await run('plan', '-detailed-exitcode')).toMatchObject({
    exitCode: 2,
    out: expect.stringContaining('1 to add, 0 to change, 0 to destroy'),
  });
});

withClient(ansible, 'modules checks, checks_info, channels_info, badges_info, ping', async (tool) => {
  const { secret } = await makeKey(server, 'read_write');
  const folder = makeFolder('ansible');
  const playbook = join(folder, 'playbook.yml');
  const module = 'community.healthchecksio';
  const check = {
    name: 'ansible job',
    slug: 'ansible-job',
    unique: ['name'],
    tags: ['db', 'prod'],
    schedule: '0 2 * * *',
    tz: 'Europe/Riga',
  };
  const slugless = { name: 'job without a slug', unique: ['name'], timeout: 3600 };
  const play = {
    hosts: 'localhost',
    gather_facts: false,
    tasks: [
      { [`${module}.checks`]: { state: 'present', ...check }, register: 'made' },
      {
        'ansible.builtin.assert': { that: ['made.changed', "made.uuid | default(made.data.ping_url) != ''"] },
      },
      { [`${module}.checks`]: { state: 'present', ...check }, register: 'again' },
      { 'ansible.builtin.assert': { that: ['not again.changed'] } },
      { [`${module}.checks`]: { state: 'present', ...slugless }, register: 'slugless' },
      { [`${module}.checks`]: { state: 'present', ...slugless }, register: 'slugless_again' },
      { 'ansible.builtin.assert': { that: ['slugless.changed', 'not slugless_again.changed'] } },
      { [`${module}.checks_info`]: {} },
      { [`${module}.channels_info`]: {} },
      { [`${module}.badges_info`]: {} },
      {
        [`${module}.ping`]: {
          state: 'present',
          uuid: "{{ made.data.ping_url.split('/') | last }}",
          signal: 'success',
        },
      },
      {
        [`${module}.checks`]: { state: 'pause', uuid: "{{ made.data.ping_url.split('/') | last }}" },
      },
    ],
  };
  writeFileSync(playbook, JSON.stringify([play]));
  const { exitCode, out } = await runClient(tool, ['-i', 'localhost,', '-c', 'local', playbook], {
    HOME: folder,
    ANSIBLE_LOCALHOST_WARNING: 'false',
    ANSIBLE_PYTHON_INTERPRETER: tool.program,
    HC_API_KEY: secret,
    HC_API_MANAGEMENT_BASE_URL: `${server.baseURL}/api/v3`,
    HC_API_PING_BASE_URL: `${server.baseURL}/ping`,
  });
  expect(exitCode, out).toBe(0);
  expect(await findBySlug(server, 'ansible-job')).toMatchObject({ tags: ['db', 'prod'], paused: true });
});

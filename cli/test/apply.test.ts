import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../server/test/running-server.ts';
import { makeStateFolder, run } from './command.ts';

const FILE = `name: production
projects:
  shop:
    name: Shop
    channels: [hook]
channels:
  hook:
    type: webhook
    name: Hook
    settings:
      url: https://hooks.example.com/\${HOOK}
monitors:
  dump:
    name: Nightly dump
    project: shop
    schedule: { cron: "0 2 * * *" }
`;

test('a file is planned, applied once, checked, and refused with line and column', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const env = {
    OVERDUE_URL: `http://127.0.0.1:${server.port}`,
    OVERDUE_TOKEN: server.token,
    HOOK: 'hush-hush',
  };
  const file = join(makeStateFolder(), 'overdue.yaml');
  const apply = (text: string, ...options: readonly string[]) => {
    writeFileSync(file, text);
    return run(['apply', '-f', file, ...options], { env });
  };
  const names = async () => {
    const { monitors } = await server.api('GET', '/v1/monitors/');
    return [...JSON.stringify(monitors).matchAll(/"shortID":"\w+","name":"([^"]*)"/g)].map(
      ([, name]) => name,
    );
  };

  const monitorID = async () => {
    const { monitors } = await server.api('GET', '/v1/monitors/');
    return /"shortID":"(\w+)"/.exec(JSON.stringify(monitors))?.[1] ?? '';
  };

  const asked = await apply(FILE);
  expect(asked).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Nothing was changed. Add --yes'),
  });
  expect(asked.stdout).toContain('+ create monitor');
  expect(asked.stdout).not.toContain('hush-hush');
  expect(await apply(FILE, '--json')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('Add --yes'),
  });
  expect(await names()).toEqual([]);

  expect(await apply(FILE, '--yes')).toMatchObject({ status: 0, stderr: '' });
  expect(await names()).toEqual(['Nightly dump']);
  expect(await apply(FILE, '--check')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('3 unchanged'),
  });
  const edited = FILE.replace('0 2 * * *', '0 3 * * *');
  expect(await apply(edited, '--check')).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('schedule.cron: "0 2 * * *"'),
  });

  const mistaken = await apply(
    FILE.replace('0 2 * * *', '61 2 * * *').replace('[hook]', '[nowhere]'),
    '--yes',
  );
  expect(mistaken).toMatchObject({ status: 2, stdout: '' });
  expect(mistaken.stderr).toContain(`${file}:5:16: projects.shop.channels.0: `);
  expect(mistaken.stderr).toContain(`${file}:16:17: monitors.dump.schedule.cron: `);
  const unset = await apply(FILE.replace('HOOK', 'MISSING'), '--yes');
  expect(unset.stderr).toContain(`${file}:11:12: The environment variable MISSING is not set.`);
  const broken = await apply('name: x\nmonitors: [\n', '--yes');
  expect(broken.stderr).toMatch(/overdue\.yaml:\d+:\d+: /);
  const staging = FILE.replace('name: production', 'name: staging');
  const unknown = await apply(staging.replace('  dump:', '  dump:\n    id: none'), '--yes');
  expect(unknown.stderr).toContain(`${file}:14:5: monitors.dump.id: The team has no monitor with this ID`);
  const owned = await apply(staging.replace('  dump:', `  dump:\n    id: ${await monitorID()}`), '--yes');
  expect(owned).toMatchObject({ status: 2, stdout: '' });
  expect(owned.stderr).toContain(`${file}:14:5: monitors.dump.id: `);
  expect(owned.stderr).toContain('“production” manages this monitor already');
  const repeated = await apply(`${FILE}  dump:\n    name: Another dump\n`, '--yes');
  expect(repeated).toMatchObject({ status: 2, stdout: '' });
  expect(repeated.stderr).toMatch(/overdue\.yaml:17:3: /);
  expect(await names()).toEqual(['Nightly dump']);

  const { stdout: exported } = await run(['export', '--name', 'production'], { env });
  expect(exported).toContain('$schema=');
  expect(exported).not.toContain('hush-hush');
  expect(await apply(exported, '--check')).toMatchObject({ status: 0, stderr: '' });

  expect(await apply('name: production\n', '--yes', '--prune')).toMatchObject({ status: 0 });
  expect(await names()).toEqual([]);
});

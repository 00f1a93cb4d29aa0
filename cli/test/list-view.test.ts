import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../server/test/running-server.ts';
import { makeStateFolder, run } from './command.ts';

test('list --view shows the monitors of a view in its order and groups', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const env = { OVERDUE_URL: server.baseURL, OVERDUE_TOKEN: server.token, OVERDUE_STATE: makeStateFolder() };
  const list = (...args: readonly string[]) => run(['list', ...args], { env });
  const project = await server.api('POST', '/v1/projects/', { name: 'Shop' });
  const [, shortID] = /"shortID":"(\w+)"/.exec(JSON.stringify(project)) ?? [];
  await server.createMonitor({ name: 'job 10', tags: ['db'], projectShortID: shortID });
  await server.createMonitor({ name: 'job 2', tags: ['db', 'night'] });
  await server.createMonitor({ name: 'job 1', tags: ['db'], projectShortID: shortID });
  await server.createMonitor({ name: 'paused', tags: ['db'], paused: true });
  await server.createMonitor({ name: 'other' });
  const keep = (view: object) => server.api('POST', '/v1/views/', view);
  await keep({
    name: 'Databases',
    shared: true,
    tags: ['db'],
    sort: 'name',
    statuses: ['new'],
    group: 'project',
  });
  await keep({ name: 'Night', shared: true, q: 'NIGHT' });
  await keep({ name: 'Night', sort: 'nameDescending', group: 'tag' });

  const grouped = await list('--view', 'Databases');
  expect(grouped).toMatchObject({ status: 0, stderr: '' });
  const shown = grouped.stdout.replaceAll(/^(\S+ +job \d+) .*$/gm, '$1');
  expect(shown).toMatch(
    /^STATUS {2}NAME .*\n\nShop \(2\)\nnew +job 1\nnew +job 10\n\nDefault \(1\)\nnew +job 2\n$/,
  );
  const names = async (...args: readonly string[]) => {
    const { stdout, stderr } = await list('--json', ...args);
    expect(stderr).toBe('');
    return JSON.parse(stdout).monitors.map(({ name }: { readonly name: string }) => name);
  };
  // A private view comes before a shared view of the same name.
  expect(await names('--view', 'Night')).toEqual(['paused', 'job 10', 'job 2', 'job 1', 'other']);
  expect(await names('--view', 'Databases', '--project', shortID ?? '')).toEqual(['job 1', 'job 10']);
  expect((await names()).at(-1)).toBe('paused');

  expect(await list('--view', 'missing')).toMatchObject({
    status: 1,
    stderr: 'overdue: No view is named missing. Views: Databases, Night, Night.\n',
  });
});

import { expect, test } from 'vitest';
import { createTargetGuard, databaseEndpoint } from './target-guard.ts';

const OPTIONS = {
  isAllowedTarget: () => true,
  own: { ports: [8080, 2525], database: { host: 'db.example.com', port: 5432 } },
  ownAddresses: () => ['192.0.2.7', '2001:db8::7'],
  resolve: async () => [{ address: '10.0.0.5', family: 4 }],
} as const;

async function openTargetGuard(options: Parameters<typeof createTargetGuard>[0]) {
  const guard = createTargetGuard(options);
  await guard.refresh();
  return guard;
}

test.each([
  ['127.0.0.1', 8080, false],
  ['127.1.2.3', 8080, false],
  ['::1', 2525, false],
  ['::ffff:127.0.0.1', 8080, false],
  ['192.0.2.7', 8080, false],
  ['::ffff:c000:207', 8080, false],
  ['2001:db8::7', 8080, false],
  ['2001:0db8:0::0007', 8080, false],
  ['10.0.0.5', 5432, false],
  ['::ffff:10.0.0.5', 5432, false],
  ['64:ff9b::a00:5', 5432, false],
  ['169.254.169.254', 80, false],
  ['localhost', 80, false],
  ['127.0.0.1', 8081, true],
  ['192.0.2.7', 443, true],
  ['192.0.2.8', 8080, true],
  ['10.0.0.5', 5433, true],
  ['127.0.0.1', 5432, true],
])('a check of %s port %i: %s', async (address, port, isAllowed) => {
  expect((await openTargetGuard(OPTIONS)).isAllowed(address, port)).toBe(isAllowed);
});

test('private addresses need the permission of the operator', async () => {
  const { isAllowed } = await openTargetGuard({
    ...OPTIONS,
    isAllowedTarget: (address) => address === '10.0.0.1',
  });
  expect([isAllowed('10.0.0.1', 80), isAllowed('10.0.0.2', 80), isAllowed('1.1.1.1', 80)]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a database on this machine is refused at each of its addresses', async () => {
  const { isAllowed } = await openTargetGuard({
    ...OPTIONS,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  expect([isAllowed('192.0.2.7', 5432), isAllowed('::1', 5432), isAllowed('192.0.2.8', 5432)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a database that moves is refused at its new address', async () => {
  let answer: { address: string; family: number }[] | null = [{ address: '10.0.0.5', family: 4 }];
  const guard = await openTargetGuard({
    ...OPTIONS,
    resolve: async () => answer ?? Promise.reject(new Error('SERVFAIL')),
  });
  answer = [{ address: '10.0.0.6', family: 4 }];
  await guard.refresh();
  answer = null;
  await guard.refresh();
  expect([guard.isAllowed('10.0.0.5', 5432), guard.isAllowed('10.0.0.6', 5432)]).toEqual([true, false]);
});

test('the port of the database is refused at every address until its address is known', () => {
  const { isAllowed } = createTargetGuard(OPTIONS);
  expect([isAllowed('10.0.0.9', 5432), isAllowed('10.0.0.9', 5433)]).toEqual([false, true]);
});

test.each([
  ['postgres://a:b@db.example.com:6432/overdue', { host: 'db.example.com', port: 6432 }],
  ['postgres:///overdue?host=db.example.com&port=6432', { host: 'db.example.com', port: 6432 }],
  ['postgres://a:b@[2001:db8::9]/overdue', { host: '2001:db8::9', port: 5432 }],
  ['postgres://a:b@%2Frun%2Fpostgresql/overdue', null],
  ['postgres:///overdue?host=/run/postgresql', null],
])('the database %s is at %j', (url, endpoint) => {
  expect(databaseEndpoint({ kind: 'postgres', url })).toEqual(endpoint);
});

test('a database in a file has no address', () => {
  expect(databaseEndpoint({ kind: 'sqlite', file: './overdue.db' })).toBeNull();
});

import { expect, onTestFinished, test } from 'vitest';
import { VERSIONS } from './binaries.ts';
import { startCluster } from './cluster.ts';
import { startStandby } from './standby.ts';

test.for(VERSIONS)('committed data on PostgreSQL %s survives the loss of the primary', async (version) => {
  const primary = await startCluster({ version });
  onTestFinished(primary.stop);
  await primary.createDatabase('app');
  await primary.query('app', 'CREATE TABLE kept (id INTEGER)');
  const standby = await startStandby(primary);
  onTestFinished(standby.stop);
  await primary.query('app', 'INSERT INTO kept VALUES (1)');
  await primary.shutDown('SIGKILL');
  await expect(standby.query('app', 'INSERT INTO kept VALUES (2)')).rejects.toMatchObject({ code: '25006' });
  await standby.promote();
  await standby.query('app', 'INSERT INTO kept VALUES (2)');
  expect(await standby.query('app', 'SELECT id FROM kept ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }]);
  await standby.shutDown('SIGINT');
  await standby.start();
  expect(await standby.query('app', 'SELECT id FROM kept')).toHaveLength(2);
});

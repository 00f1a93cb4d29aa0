import { describe, expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../src/database/postgres/migrations/migrations.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { openPostgresStore } from '../../src/store/postgres/store.ts';
import { VERSIONS } from '../postgres/binaries.ts';
import { query } from '../postgres/cluster.ts';
import { makeEmptyDatabase } from '../postgres/database.ts';
import { countingIDs, makeTeam, NOON } from './suite/fixtures.ts';

const names = migrations.map(({ name }) => name);

describe.for(VERSIONS)('migrating PostgreSQL %s', (version) => {
  async function openEmpty(): Promise<string> {
    const { url, drop } = await makeEmptyDatabase(version);
    onTestFinished(drop);
    return url;
  }

  const open = (url: string) => openPostgresStore({ url, newID: countingIDs(), now: NOON });

  test('nodes that start together on a new database all start, and the schema is created once', async () => {
    const url = await openEmpty();
    const ran = await Promise.all(Array.from({ length: 8 }, () => migratePostgres(url, NOON)));
    expect(ran.flat()).toEqual(names);
    expect(await migratePostgres(url, NOON)).toEqual([]);
  });

  test('a node of the previous version continues beside a newer node if the migration only added to the schema', async () => {
    const url = await openEmpty();
    await migratePostgres(url, NOON);
    await query(
      url,
      "INSERT INTO migrations (name) VALUES ('9001-more'); ALTER TABLE teams ADD COLUMN more TEXT",
    );
    const store = await open(url);
    await makeTeam(store, 'acme');
    expect(await store.check(10)).toEqual([]);
    await store.close();
  });

  test('an older version refuses to start on a newer schema, and changes nothing', async () => {
    const url = await openEmpty();
    await migratePostgres(url, NOON);
    await query(
      url,
      "INSERT INTO migrations (name) VALUES ('9001-other'); UPDATE schema_level SET oldest = '9001-other'",
    );
    await expect(open(url)).rejects.toThrow('migrated by a newer version of Overdue (migration 9001-other)');
  });

  test('a migration that fails leaves nothing behind, and can be tried again', async () => {
    const url = await openEmpty();
    // The baseline creates this table after others, and therefore fails.
    await query(url, 'CREATE TABLE reports ()');
    await expect(migratePostgres(url, NOON)).rejects.toThrow('already exists');
    expect(await query(url, "SELECT to_regclass('monitors') AS monitors")).toEqual([{ monitors: null }]);
    await query(url, 'DROP TABLE reports');
    expect(await migratePostgres(url, NOON)).toEqual(names);
  });

  test('partitions exist for the present and the following weeks, and are created as time goes on', async () => {
    const url = await openEmpty();
    await migratePostgres(url, NOON);
    const names = async () =>
      (
        await query(
          url,
          `SELECT inhrelid::regclass::text AS name FROM pg_inherits
            WHERE inhparent = 'events'::regclass ORDER BY name`,
        )
      ).map(({ name }) => name);
    expect(await names()).toEqual([
      'events_20261119',
      'events_20261203',
      'events_20261217',
      'events_default',
    ]);
    await migratePostgres(url, NOON + 14 * 24 * 60 * 60 * 1000);
    expect(await names()).toContain('events_20261231');
  });

  test('rows that precede their partition keep their place in the default partition', async () => {
    const url = await openEmpty();
    await migratePostgres(url, NOON);
    const later = NOON + 365 * 24 * 60 * 60 * 1000;
    await query(url, `INSERT INTO event_bodies (monitor_id, number, at, body) VALUES (1, 1, ${later}, '')`);
    await migratePostgres(url, later);
    expect(await query(url, 'SELECT number FROM event_bodies_default')).toEqual([{ number: '1' }]);
  });
});

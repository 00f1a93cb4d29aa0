import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/database/sqlite-connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { DELETED_WITH_TEAM, HISTORY_ROWS_MAX } from '../../src/teams/queries/team-deletion.ts';
import { makeDataFolder } from '../data-folder.ts';
import { writeEmptyDatabase } from '../empty-store.ts';
import { countingIDs, makeTeam, NOON } from './suite/fixtures.ts';

/** Tables with a column `team_id` whose rows outlive the team. Monitors prevent the deletion. */
const KEPT = ['audit_log', 'monitors'];

test('every table with rows of a team is emptied by a foreign key or by the deletion, or kept on purpose', () => {
  const schema = readFileSync(new URL('sqlite-schema.sql', import.meta.url), 'utf8');
  const tables = schema
    .split(';')
    .flatMap((statement) => {
      const [, name] = /CREATE TABLE (\w+) \(/.exec(statement) ?? [];
      const isCascaded = /\bteam_id TEXT NOT NULL REFERENCES teams \(id\) ON DELETE CASCADE/.test(statement);
      return name !== undefined && /\bteam_id\b/.test(statement) && !isCascaded ? [name] : [];
    })
    .sort();
  expect(tables).toEqual([...DELETED_WITH_TEAM, ...KEPT].sort());
});

test('a long history is deleted in several transactions', async () => {
  const folder = makeDataFolder('overdue-history-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'overdue.db');
  await writeEmptyDatabase(file);
  const store = await openSqliteStore({ file, newID: countingIDs() });
  onTestFinished(() => store.close());
  await makeTeam(store, 'acme');
  const db = connect(file);
  onTestFinished(() => void db.close());
  const insert = db.prepare(
    "INSERT INTO outbox (team_id, kind, created_at, planned_at, detail) VALUES ('team-acme', 'report', ?, ?, '{}')",
  );
  db.exec('BEGIN');
  for (let row = 0; row < 2 * HISTORY_ROWS_MAX + 1; row += 1) insert.run(NOON, NOON);
  db.exec('COMMIT');
  const owner = { teamID: 'team-acme', actorID: 'member-acme', memberID: 'member-acme' };
  const outcomes: string[] = [];
  for (let step = 0; step < 3; step += 1)
    outcomes.push((await store.changeMembership({ ...owner, action: 'delete_team' })).outcome);
  expect(outcomes).toEqual(['unfinished', 'unfinished', 'done']);
});

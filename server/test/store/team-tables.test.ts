import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DELETED_WITH_TEAM } from '../../src/store/teams/team-deletion.ts';

/** Tables with a column `team_id` whose rows outlive the team. Monitors prevent the deletion. */
const KEPT = ['audit_log', 'monitors'];

test('every table with rows of a team is emptied when the team is deleted, or kept on purpose', () => {
  const schema = readFileSync(new URL('sqlite-schema.sql', import.meta.url), 'utf8');
  const tables = schema
    .split(';')
    .flatMap((statement) => {
      const [, name] = /CREATE TABLE (\w+) \(/.exec(statement) ?? [];
      return name !== undefined && /\bteam_id\b/.test(statement) ? [name] : [];
    })
    .sort();
  expect(tables).toEqual([...DELETED_WITH_TEAM, ...KEPT].sort());
});

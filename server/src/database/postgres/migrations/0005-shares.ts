import { ID, TEXT } from './column-types.ts';

export const shares: readonly string[] = [
  `CREATE TABLE shares (
    id ${ID}, share_id ${TEXT} NOT NULL UNIQUE, team_id ${TEXT} NOT NULL REFERENCES teams (id), kind ${TEXT} NOT NULL,
    key ${TEXT} NOT NULL UNIQUE, title ${TEXT} NOT NULL, scope ${TEXT} NOT NULL, options ${TEXT} NOT NULL,
    created_at BIGINT NOT NULL, created_by ${TEXT} NOT NULL
  )`,
  `CREATE INDEX shares_team ON shares (team_id, id)`,
];

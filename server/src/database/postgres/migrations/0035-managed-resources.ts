import { ID, TEXT } from './column-types.ts';

/** Resources that configuration files manage. */
export const managedResources: readonly string[] = [
  `CREATE TABLE managed_resources (
    id ${ID}, team_id ${TEXT} NOT NULL REFERENCES teams (id), resource_id ${TEXT} NOT NULL, file ${TEXT} NOT NULL,
    kind ${TEXT} NOT NULL, key ${TEXT} NOT NULL, revision BIGINT NOT NULL DEFAULT 1, UNIQUE (team_id, resource_id),
    UNIQUE (team_id, file, kind, key)
  )`,
];

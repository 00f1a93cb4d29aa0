import { ID, TEXT } from './column-types.ts';

/** Keys of projects, and slugs of monitors. Monitors that nodes of the previous version create have an empty slug. */
export const keysAndSlugs: readonly string[] = [
  `CREATE TABLE project_keys (
    id ${ID}, short_id ${TEXT} NOT NULL UNIQUE, team_id ${TEXT} NOT NULL REFERENCES teams (id),
    project_id BIGINT NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED, kind ${TEXT} NOT NULL, name ${TEXT} NOT NULL,
    hash ${TEXT} NOT NULL UNIQUE, prefix ${TEXT} NOT NULL, created_at BIGINT NOT NULL, created_by ${TEXT} NOT NULL,
    last_used_at BIGINT, revision BIGINT NOT NULL DEFAULT 1
  )`,
  'CREATE INDEX project_keys_team ON project_keys (team_id, id)',
  'CREATE INDEX project_keys_project ON project_keys (project_id, id)',
  `ALTER TABLE monitors ADD COLUMN slug ${TEXT} NOT NULL DEFAULT ''`,
  // `monitors_slug` replaces this index, because it also finds the monitors of a project.
  'DROP INDEX monitors_project',
  'CREATE INDEX monitors_slug ON monitors (project_id, slug)',
];

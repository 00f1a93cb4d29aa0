import { ID, TEXT } from './column-types.ts';

/** Maximum number of monitors that one statement can change before their slugs are no longer listed individually. */
const LISTED_MAX = 100;

/**
 * Changes that affect the nodes' caches of slugs. `xid` lets a node find all changes committed since its last read, whatever the
 * order of the commits. A row names a slug or the hash of a key. A row with neither means that many slugs of the project changed.
 * Retention sets `found_at`.
 *
 * Triggers write the rows, so that no statement is missed and nodes of the previous version report their changes too.
 */
export const slugChanges: readonly string[] = [
  `CREATE TABLE slug_changes (
    id ${ID}, xid XID8 NOT NULL DEFAULT pg_current_xact_id(), project_id BIGINT NOT NULL, slug ${TEXT}, key_hash ${TEXT},
    found_at BIGINT
  )`,
  'CREATE INDEX slug_changes_xid ON slug_changes (xid)',
  `CREATE FUNCTION list_monitor_slugs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM (SELECT FROM changed LIMIT ${LISTED_MAX + 1}) AS listed) > ${LISTED_MAX} THEN
      INSERT INTO slug_changes (project_id) SELECT DISTINCT project_id FROM changed;
    ELSE
      INSERT INTO slug_changes (project_id, slug) SELECT DISTINCT project_id, slug FROM changed;
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION list_changed_slug() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slug_changes (project_id, slug) VALUES (OLD.project_id, OLD.slug);
    IF (OLD.project_id, OLD.slug) IS DISTINCT FROM (NEW.project_id, NEW.slug) THEN
      INSERT INTO slug_changes (project_id, slug) VALUES (NEW.project_id, NEW.slug);
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION list_changed_key() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slug_changes (project_id, key_hash) VALUES (OLD.project_id, OLD.hash);
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION list_changed_project() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slug_changes (project_id) VALUES (OLD.id);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER monitors_inserted AFTER INSERT ON monitors REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION list_monitor_slugs()`,
  `CREATE TRIGGER monitors_deleted AFTER DELETE ON monitors REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION list_monitor_slugs()`,
  // Also watches the revision, which changes with every setting, because nodes remember which settings a check-in requested.
  `CREATE TRIGGER monitors_edited AFTER UPDATE OF slug, project_id, ping_id, revision ON monitors FOR EACH ROW
    WHEN ((OLD.slug, OLD.project_id, OLD.ping_id, OLD.revision) IS DISTINCT FROM (NEW.slug, NEW.project_id, NEW.ping_id, NEW.revision))
    EXECUTE FUNCTION list_changed_slug()`,
  `CREATE TRIGGER project_keys_deleted AFTER DELETE ON project_keys FOR EACH ROW EXECUTE FUNCTION list_changed_key()`,
  `CREATE TRIGGER project_keys_edited AFTER UPDATE OF hash, kind, short_id, project_id ON project_keys FOR EACH ROW
    WHEN ((OLD.hash, OLD.kind, OLD.short_id, OLD.project_id) IS DISTINCT FROM (NEW.hash, NEW.kind, NEW.short_id, NEW.project_id))
    EXECUTE FUNCTION list_changed_key()`,
  `CREATE TRIGGER projects_edited AFTER UPDATE OF short_id ON projects FOR EACH ROW
    WHEN (OLD.short_id IS DISTINCT FROM NEW.short_id) EXECUTE FUNCTION list_changed_project()`,
];

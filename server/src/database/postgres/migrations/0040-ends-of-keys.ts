import { TEXT } from './column-types.ts';

/**
 * Ends of project keys, and the tokens with which keys and invitations end. The triggers report changes of these ends to the nodes'
 * caches of slugs, as `0033-slug-changes` does for other changes.
 */
export const endsOfKeys: readonly string[] = [
  'ALTER TABLE project_keys ADD COLUMN expires_at BIGINT',
  `ALTER TABLE project_keys ADD COLUMN token_id ${TEXT} REFERENCES api_tokens (id) ON DELETE CASCADE`,
  'CREATE INDEX project_keys_token ON project_keys (token_id) WHERE token_id IS NOT NULL',
  `ALTER TABLE invitations ADD COLUMN token_id ${TEXT} REFERENCES api_tokens (id) ON DELETE CASCADE`,
  'CREATE INDEX invitations_token ON invitations (token_id) WHERE token_id IS NOT NULL',
  `CREATE FUNCTION list_keys_of_team() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slug_changes (project_id, key_hash) SELECT project_id, hash FROM project_keys WHERE team_id = NEW.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER teams_token_days_edited AFTER UPDATE OF token_days_max ON teams FOR EACH ROW
    WHEN (OLD.token_days_max IS DISTINCT FROM NEW.token_days_max) EXECUTE FUNCTION list_keys_of_team()`,
];

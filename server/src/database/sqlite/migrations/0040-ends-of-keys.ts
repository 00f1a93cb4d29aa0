/** Ends of project keys, and the tokens with which keys and invitations end. */
export const endsOfKeys: readonly string[] = [
  'ALTER TABLE project_keys ADD COLUMN expires_at INTEGER',
  'ALTER TABLE project_keys ADD COLUMN token_id TEXT REFERENCES api_tokens (id) ON DELETE CASCADE',
  'CREATE INDEX project_keys_token ON project_keys (token_id) WHERE token_id IS NOT NULL',
  'ALTER TABLE invitations ADD COLUMN token_id TEXT REFERENCES api_tokens (id) ON DELETE CASCADE',
  'CREATE INDEX invitations_token ON invitations (token_id) WHERE token_id IS NOT NULL',
];

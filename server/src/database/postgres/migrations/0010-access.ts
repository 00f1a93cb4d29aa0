import { TEXT } from './column-types.ts';

/** Tokens limited to projects, team rules for second factors and tokens, and the sign-in method of a session. */
export const access: readonly string[] = [
  `ALTER TABLE api_tokens ADD COLUMN projects ${TEXT}`,
  `ALTER TABLE teams ADD COLUMN two_factor_required INTEGER NOT NULL DEFAULT 0`,
  `ALTER TABLE teams ADD COLUMN token_days_max INTEGER`,
  `ALTER TABLE sessions ADD COLUMN sign_in_method ${TEXT}`,
];

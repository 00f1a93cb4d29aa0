import type { Generated } from 'kysely';

/** Tables of users and credentials, as better-auth reads and writes them: times are ISO text, flags 0 or 1. */
export interface AccountTables {
  users: UsersTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  known_browsers: KnownBrowsersTable;
  passkeys: PasskeysTable;
  two_factors: TwoFactorsTable;
  sign_in_attempts: SignInAttemptsTable;
  first_setup: FirstSetupTable;
}

interface UsersTable {
  id: string;
  email: string;
  name: string;
  /** Whether the user is known to own the address: confirmed by an operator, by a team owner, or by mail. */
  email_verified: number;
  image: string | null;
  two_factor_enabled: Generated<number>;
  created_at: string;
  updated_at: string;
  revision: Generated<number>;
}

interface AccountsTable {
  id: string;
  user_id: string;
  /** `credential` for a password, `oidc` for the identity provider. */
  provider_id: string;
  account_id: string;
  /** The password's hash, as a PHC string. */
  password: string | null;
  /** Always empty: tokens of the identity provider are not kept. */
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: string | null;
  refresh_token_expires_at: string | null;
  scope: string | null;
  created_at: string;
  updated_at: string;
}

interface SessionsTable {
  id: string;
  user_id: string;
  /** Session token. Useless without its signature, which only the browser has. */
  token: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
  ip_address: string | null;
  user_agent: string | null;
  active_team_id: string | null;
  /** Time of the last identity confirmation, in epoch milliseconds; null if there was none since the sign-in. */
  authenticated_at: number | null;
  /** Sign-in method if it counts as a second factor; otherwise null. */
  sign_in_method: Generated<string | null>;
}

interface KnownBrowsersTable {
  id: string;
  user_id: string;
  /** Hash of the browser's cookie. Several accounts can know the same browser. */
  token_hash: string;
  created_at: number;
  used_at: number;
  expires_at: number;
  /** Null for a browser that is known but not trusted. */
  trusted_until: number | null;
  remote_address: string;
  user_agent: string;
}

interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

interface PasskeysTable {
  id: string;
  name: string | null;
  public_key: string;
  user_id: string;
  credential_id: string;
  counter: number;
  device_type: string;
  backed_up: number;
  transports: string | null;
  created_at: string | null;
  aaguid: string | null;
}

interface TwoFactorsTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: number;
  failed_verification_count: number;
  locked_until: string | null;
  /** Time step of the last accepted code. */
  last_step: number | null;
}

interface SignInAttemptsTable {
  key: string;
  attempts: number;
  /** Epoch milliseconds of the first counted attempt. */
  since_at: number;
}

/** Contains one row after someone has set up the service in a browser, so that only one of two concurrent set-ups succeeds. */
interface FirstSetupTable {
  id: number;
  at: number;
}

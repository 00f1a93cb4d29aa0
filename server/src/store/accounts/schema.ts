import type { Generated } from 'kysely';

/**
 * Tables of people who sign in; see {@link import('../schema.ts').Schema}. better-auth reads and writes them, so their times are
 * ISO text and their flags 0 or 1 on both databases.
 */
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
  /** In lower case. */
  email: string;
  name: string;
  /** Whether it is known that the address is theirs: an operator or an owner vouched for it, or a mail to it was answered. */
  email_verified: number;
  image: string | null;
  two_factor_enabled: Generated<number>;
  created_at: string;
  updated_at: string;
  /** Grows by one with each change of the settings. */
  revision: Generated<number>;
}

/** A way to sign in. */
interface AccountsTable {
  id: string;
  user_id: string;
  /** `credential` for a password, `oidc` for the identity provider. */
  provider_id: string;
  account_id: string;
  /** The password's hash, as a PHC string. */
  password: string | null;
  /** What the identity provider gave is not kept: these stay empty. */
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
  /** Worth nothing without its signature, which only the browser has. */
  token: string;
  expires_at: string;
  created_at: string;
  /** When it was last used, to the minute. */
  updated_at: string;
  ip_address: string | null;
  user_agent: string | null;
  active_team_id: string | null;
  /** Epoch milliseconds of the last confirmation; null if there was none since the sign-in. */
  authenticated_at: number | null;
  /** Way of the sign-in, where that is a second factor by itself. */
  sign_in_method: Generated<string | null>;
}

/** A browser in which somebody has signed in to an account, and for how long it skips the code. */
interface KnownBrowsersTable {
  id: string;
  user_id: string;
  /** Hash of the browser's cookie. One browser can be known to several accounts. */
  token_hash: string;
  created_at: number;
  /** Epoch milliseconds of the last sign-in. */
  used_at: number;
  expires_at: number;
  /** Null for a browser that is known but not trusted. */
  trusted_until: number | null;
  remote_address: string;
  user_agent: string;
}

/** What was promised to whoever comes back with it: links in mails, challenges, sign-ins that are half done. */
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
  /** Encrypted, as the backup codes are. */
  secret: string;
  backup_codes: string;
  verified: number;
  failed_verification_count: number;
  locked_until: string | null;
  /** Time step of the last accepted code. */
  last_step: number | null;
}

interface SignInAttemptsTable {
  /** A hash of what is limited. */
  key: string;
  attempts: number;
  /** Epoch milliseconds of the first one that counts. */
  since_at: number;
}

/** One row, once somebody has set the service up in a browser: of two who try at once, one does. */
interface FirstSetupTable {
  id: number;
  at: number;
}

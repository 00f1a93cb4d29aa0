export const PROJECT_KEY_KINDS = ['ping', 'read_write', 'read'] as const;
/** Kinds of keys that other services' clients send. `ping` keys report runs; `read_write` and `read` keys access monitors. */
export type ProjectKeyKind = (typeof PROJECT_KEY_KINDS)[number];

/** Lengths of secrets. Secrets are letters and digits, which are valid in a path, a header and a Sentry DSN. */
export const SECRET_LENGTHS: Readonly<Record<ProjectKeyKind, number>> = {
  ping: 22,
  read_write: 32,
  read: 32,
};

/** Maximum keys per project: enough for one key per host or tool, and for rotating keys. */
export const PROJECT_KEYS_MAX = 50;

/** A credential that belongs to a project, not to a person. Only a hash of its secret is stored. */
export interface ProjectKey {
  readonly id: number;
  readonly teamID: string;
  readonly shortID: string;
  readonly projectID: number;
  readonly projectShortID: string;
  readonly kind: ProjectKeyKind;
  readonly name: string;
  /** First characters of the secret, which identify the key in lists. */
  readonly prefix: string;
  readonly createdAt: number;
  /** Name of the key's creator, or the email address if the name is empty. */
  readonly createdBy: string;
  /** Time of the last use, to the minute; null if never used. */
  readonly lastUsedAt: number | null;
  /** Time at which the key stops working, by its own expiry or by the team's limit; null if it doesn't expire. */
  readonly expiresAt: number | null;
}

/** Whether a token or key works at a time. */
export function isValidAt({ expiresAt }: { readonly expiresAt: number | null }, now: number): boolean {
  return expiresAt === null || now < expiresAt;
}

/** Project of a ping key. Pings with the key may create monitors in this project. */
export type PingProject = Pick<ProjectKey, 'teamID' | 'projectID' | 'projectShortID'> & {
  readonly keyShortID: string;
};

/** Also matches imported keys: Healthchecks keys may contain - and _, and Sentry and Cronitor keys are 32 hexadecimal digits. */
const PING_SECRET = new RegExp(`^(?:[0-9A-Za-z_-]{${SECRET_LENGTHS.ping}}|[0-9a-f]{32})$`);
const MANAGEMENT_SECRET = new RegExp(`^[0-9A-Za-z_-]{${SECRET_LENGTHS.read_write}}$`);

/** Whether a text has the format of a `ping` key's secret. Other texts need no lookup in the database. */
export function looksLikePingSecret(text: string): boolean {
  return PING_SECRET.test(text);
}

/** Whether a text has the format of a `read_write` or `read` key's secret. Other texts need no lookup in the database. */
export function looksLikeManagementSecret(text: string): boolean {
  return MANAGEMENT_SECRET.test(text);
}

/** Whether a key may change monitors. */
export function mayChange({ kind }: Pick<ProjectKey, 'kind'>): boolean {
  return kind === 'read_write';
}

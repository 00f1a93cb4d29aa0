export const PROJECT_KEY_KINDS = ['ping', 'read_write', 'read'] as const;
/** Kinds of keys that other services' clients send. `ping` reports runs; the others manage or read the project's monitors. */
export type ProjectKeyKind = (typeof PROJECT_KEY_KINDS)[number];

/** Length of a secret: letters and digits, which every client accepts in a path, a header and a Sentry DSN. */
export const SECRET_LENGTHS: Readonly<Record<ProjectKeyKind, number>> = {
  ping: 22,
  read_write: 32,
  read: 32,
};

/** Enough for a key per host or tool, and a rotation. */
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
  /** The creator's name, or else the email. */
  readonly createdBy: string;
  /** To the minute; null if never. */
  readonly lastUsedAt: number | null;
}

/** Project of a ping key, in which a ping may create a monitor. */
export type PingProject = Pick<ProjectKey, 'teamID' | 'projectID' | 'projectShortID'> & {
  readonly keyShortID: string;
};

/** Imported keys: Healthchecks' may contain - and _, and those of Sentry and Cronitor are 32 hexadecimal digits. */
const PING_SECRET = /^(?:[0-9A-Za-z_-]{22}|[0-9a-f]{32})$/;
const MANAGEMENT_SECRET = /^[0-9A-Za-z_-]{32}$/;

/** Whether a text can be the secret of a `ping` key. Other texts need no look-up. */
export function looksLikePingSecret(text: string): boolean {
  return PING_SECRET.test(text);
}

/** Whether a text can be the secret of a `read_write` or `read` key. Other texts need no look-up. */
export function looksLikeManagementSecret(text: string): boolean {
  return MANAGEMENT_SECRET.test(text);
}

/** Whether a key may change monitors. */
export function mayChange({ kind }: Pick<ProjectKey, 'kind'>): boolean {
  return kind === 'read_write';
}

/** `visitor`: an unknown person, such as after a failed sign-in. */
export const ACTOR_KINDS = ['session', 'token', 'system', 'visitor'] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface AuditActor {
  readonly kind: ActorKind;
  readonly userID: string | null;
  readonly name: string;
  readonly email: string;
  readonly token: string | null;
}

/** Returns the actor of a change that a user made without a token. */
export function userAsActor(
  kind: ActorKind,
  { id, name, email }: { readonly id: string; readonly name: string; readonly email: string },
): AuditActor {
  return { kind, userID: id, name, email, token: null };
}

export interface AuditTarget {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** Details of a change, in addition to its target. Details never contain a secret. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface NewAuditEntry {
  readonly teamID: string;
  readonly at: number;
  readonly actor: AuditActor;
  readonly action: string;
  readonly target: AuditTarget | null;
  readonly details: AuditDetails;
  /** Empty for changes on the command line. */
  readonly remoteAddress: string;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
}

/** Filters are combined with "and". */
export interface AuditFilter {
  /** An email address, in any case. */
  readonly actor?: string;
  /** `monitor.create`, or `monitor` for all actions on monitors. */
  readonly action?: string;
  readonly before?: number;
  readonly limit: number;
}

export interface AuditStore {
  recordAudit(entries: readonly NewAuditEntry[]): Promise<void>;
  /** Newest first. */
  listAudit(teamID: string, filter: AuditFilter): Promise<readonly AuditEntry[]>;
}

import {
  looksLikeManagementSecret,
  looksLikePingSecret,
  type ProjectKeyKind,
} from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { ImportSource, SourceContent } from '../compat/source/item.ts';
import { hashToken } from '../platform/security/token.ts';
import type { ProjectKeyStore } from '../projects/contract.ts';

/** Keys of the other service that Overdue keeps accepting, so that programs need no change. Never log these keys. */
export interface KeptKeys {
  /** Key for pings: Healthchecks' ping key, a Sentry DSN or its public key, or Cronitor's API key. */
  readonly pingKey?: string | undefined;
  /** API key of Healthchecks. */
  readonly apiKey?: string | undefined;
}

export interface PlannedKey {
  readonly kind: ProjectKeyKind;
  readonly name: string;
  /** `exists`: the project has the key already. `collision`: the key is in use elsewhere. */
  readonly outcome: 'create' | 'exists' | 'collision';
  readonly hash: string;
  readonly prefix: string;
}

const PREFIX_LENGTH = 4;
const TITLES: Readonly<Partial<Record<ImportSource, string>>> = {
  healthchecks: 'Healthchecks',
  sentry: 'Sentry',
  cronitor: 'Cronitor',
};

/** Plans the outcome of each key of the other service. */
export async function planKeys(
  kept: KeptKeys,
  {
    source,
    content,
    target,
    store,
  }: {
    readonly source: ImportSource;
    readonly content: SourceContent;
    readonly target: { readonly teamID: string; readonly projectID: number };
    readonly store: Pick<ProjectKeyStore, 'projectKeys'>;
  },
): Promise<readonly PlannedKey[]> {
  const title = TITLES[source] ?? source;
  const planned: PlannedKey[] = [];
  const add = async (kind: ProjectKeyKind, secret: string, name: string) => {
    const hash = hashToken(secret);
    const holder = await store.projectKeys.findInAnyTeam(hash);
    const isOwn = holder?.teamID === target.teamID && holder.projectID === target.projectID;
    const outcome = holder === null ? 'create' : isOwn && holder.kind === kind ? 'exists' : 'collision';
    planned.push({ kind, name, outcome, hash, prefix: secret.slice(0, PREFIX_LENGTH) });
  };
  if (kept.pingKey !== undefined) {
    const pingKey = URL.parse(kept.pingKey)?.username || kept.pingKey;
    if (!looksLikePingSecret(pingKey))
      throw new AppError(
        'invalid',
        'The ping key can’t be kept: it must have 22 characters of A-Z, a-z, 0-9, _ and -, or 32 hexadecimal digits.',
      );
    await add('ping', pingKey, `Ping key of ${title}`);
  }
  const { apiKey } = kept;
  if (apiKey !== undefined) {
    if (source !== 'healthchecks' || !looksLikeManagementSecret(apiKey))
      throw new AppError('invalid', 'Only an API key of Healthchecks can be kept.');
    // Healthchecks shows ping IDs only to read-write keys, so an export without ping IDs was made with a read-only key.
    const isReadOnly = content.items.length > 0 && content.items.every(({ pingID }) => pingID === null);
    await add(isReadOnly ? 'read' : 'read_write', apiKey, `API key of ${title}`);
  }
  return planned;
}

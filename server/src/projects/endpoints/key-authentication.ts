import {
  isValidAt,
  looksLikeManagementSecret,
  mayChange,
  type ProjectKey,
} from '@overdue/domain/access/project-key.ts';
import { AppError } from '@overdue/domain/error.ts';
import { networkOf } from '@overdue/domain/network.ts';
import type { Context } from 'hono';
import { requireRate } from '../../api/authentication.ts';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { createRateLimit } from '../../platform/http/rate-limit.ts';
import { hashToken } from '../../platform/security/token.ts';

const KEYS_MAX = 100_000;
const ADDRESSES_MAX = 100_000;
const SECRET_LENGTH = 32;
/**
 * Burst size of a key: the number of requests that its rate allows in this many seconds. Terraform reads the whole list once per
 * check, in parallel.
 */
const BURST_SECONDS = 60;

export interface KeyRequirement {
  /** Whether a key of the kind `read` may send the request. */
  readonly allowsReadKey: boolean;
  /** Whether keys of the kind `read_write` are refused, as for the metrics endpoint of Healthchecks. */
  readonly requiresReadKey?: boolean;
}

/**
 * Returns the project key that has the given secret. Throws `unauthorized` if no key has the secret, or if keys of its kind may
 * not send the request.
 */
export type AuthenticateKey = (
  context: Context,
  secret: string,
  requirement: KeyRequirement,
) => Promise<ProjectKey>;

/** Identifies requests by the secret of a project key. Requests with wrong secrets use up only the rate of the sender's network. */
export function createKeyAuthentication(
  dependencies: Pick<KeyedDependencies, 'store' | 'clock' | 'log' | 'apiRate' | 'remoteAddress'>,
): AuthenticateKey {
  const { store, clock, log, apiRate } = dependencies;
  const burst = BURST_SECONDS * apiRate.perSecond;
  const rate = createRateLimit<string>({ perSecond: apiRate.perSecond, burst, keysMax: KEYS_MAX });
  const missRate = createRateLimit<string>({ ...apiRate, keysMax: ADDRESSES_MAX });

  async function find(secret: string, requirement: KeyRequirement): Promise<ProjectKey | null> {
    if (!looksLikeManagementSecret(secret)) return null;
    const key = await store.projectKeys.findInAnyTeam(hashToken(secret));
    return key !== null && isValidAt(key, clock.now()) && isAllowed(key, requirement) ? key : null;
  }

  return async (context, secret, requirement) => {
    const now = clock.now();
    const key = await find(secret, requirement);
    if (key === null) {
      const network = networkOf(dependencies.remoteAddress(context));
      requireRate(missRate.take(network, now), 'Too many requests without a valid API key.');
      const isMissing = secret.length !== SECRET_LENGTH;
      throw new AppError('unauthorized', isMissing ? 'missing api key' : 'wrong api key');
    }
    requireRate(rate.take(key.shortID, now), 'Too many requests with this API key.');
    try {
      await store.recordUse({ kind: 'project_key', id: key.shortID }, now);
    } catch (error) {
      log.warn({ err: error }, "Couldn't record the last use of a project key.");
    }
    return key;
  };
}

function isAllowed(key: ProjectKey, { allowsReadKey, requiresReadKey = false }: KeyRequirement): boolean {
  if (mayChange(key)) return !requiresReadKey;
  return key.kind === 'read' && allowsReadKey;
}

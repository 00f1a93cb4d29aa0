import { hash } from 'node:crypto';
import { networkOf } from '@overdue/domain/network.ts';
import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { AccountStore, AttemptLimit, User } from '../contract.ts';
import { STEP_PATHS, type StepPath } from './step-paths.ts';

/** Purpose of a mailed link: to sign in, or to choose a new password. */
export type LinkKind = 'link' | 'reset';

/**
 * Limit on the mails that strangers cause. While it holds, the inbox contains an unused link that still works for at least five
 * minutes, so strangers can neither fill an inbox nor keep its owner from getting a link.
 */
const FROM_STRANGERS: Readonly<Record<LinkKind, AttemptLimit>> = {
  link: { max: 1, withinMs: 10 * MINUTE_MS },
  reset: { max: 1, withinMs: 30 * MINUTE_MS },
};
/** Limit for each network in which the account signed in before. */
const FROM_KNOWN_NETWORK: AttemptLimit = { max: 3, withinMs: 10 * MINUTE_MS };

type Addressee = Pick<User, 'id' | 'email'>;

export function linkKindOf(path: StepPath): LinkKind {
  return path === STEP_PATHS.requestPasswordReset ? 'reset' : 'link';
}

/**
 * Decides whether to mail the link that a visitor requested. Runs after the response, which is the same in every case, so that no
 * one learns whether the account exists or has signed in from a network.
 */
export async function mayMailLink(
  store: Pick<AccountStore, 'countAttempt' | 'listBrowsers'>,
  request: {
    readonly kind: LinkKind;
    readonly user: Addressee;
    readonly address: string;
    /** Whether the account knows the browser. The requests of known browsers are already counted. */
    readonly isKnownBrowser: boolean;
  },
  now: number,
): Promise<boolean> {
  const { kind, user, isKnownBrowser } = request;
  if (isKnownBrowser) return true;
  const network = networkOf(request.address);
  const browsers = await store.listBrowsers({ userID: user.id }, now);
  const isKnownNetwork = browsers.some(({ remoteAddress }) => networkOf(remoteAddress) === network);
  const [key, limit] = isKnownNetwork
    ? [keyOf(`${kind} from ${network}`, user), FROM_KNOWN_NETWORK]
    : [keyOf(kind, user), FROM_STRANGERS[kind]];
  return (await store.countAttempt(key, limit, now)) === null;
}

/** Lets strangers cause the next mail at once, because the last link was used or its mail could not be sent. */
export function allowNextLink(
  store: Pick<AccountStore, 'forgiveAttempts'>,
  kind: LinkKind,
  user: Addressee,
): Promise<void> {
  return store.forgiveAttempts(keyOf(kind, user), 'all');
}

/** A new email address has its own count, because links that were mailed to the previous address no longer work. */
function keyOf(subject: string, { id, email }: Addressee): string {
  return hash('sha256', `mailed ${subject} ${id} ${email}`, 'base64url');
}

import { hash } from 'node:crypto';
import { BASE62 } from '@overdue/domain/access/base62.ts';
import { USER_AGENT_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { AccountStore, KnownBrowser } from './contract.ts';
import type { SignedCookie } from './session-cookie.ts';
import type { ClientInfo } from './sessions.ts';

const TOKEN_LENGTH = 32;
const KNOWN_DAYS = 365;
/** How long a trusted browser needs no code. Signing in doesn't extend this period. */
export const TRUSTED_DAYS = 30;
const BROWSERS_MAX = 30;

/**
 * Browsers in which users signed in before. Sign-in attempts from these browsers are counted separately, so that strangers can't
 * lock users out.
 */
export interface KnownBrowsers {
  read(cookie: string | undefined, now: number): Promise<readonly KnownBrowser[]>;
  /** Records a sign-in. Returns the `Set-Cookie` header with the browser's new cookie. */
  remember(
    cookie: string | undefined,
    seen: { readonly userID: string; readonly isTrusted: boolean; readonly from: ClientInfo },
    now: number,
  ): Promise<string>;
  /**
   * Returns the hash that identifies the browser in the store; null if the request contains no valid cookie of a known browser.
   */
  hashOf(cookie: string | undefined): string | null;
}

export function createKnownBrowsers({
  store,
  random,
  cookie,
}: {
  readonly store: AccountStore;
  readonly random: Random;
  readonly cookie: SignedCookie;
}): KnownBrowsers {
  const hashOf = (header: string | undefined): string | null => {
    const token = cookie.read(header);
    return token === null ? null : hash('sha256', token, 'base64url');
  };
  return {
    hashOf,
    async read(header, now) {
      const browserHash = hashOf(header);
      return browserHash === null ? [] : store.listBrowsers({ hash: browserHash }, now);
    },
    async remember(header, { userID, isTrusted, from }, now) {
      const token = random.text(BASE62, TOKEN_LENGTH);
      await store.rememberBrowser({
        id: random.uuid(),
        userID,
        oldHash: hashOf(header),
        hash: hash('sha256', token, 'base64url'),
        at: now,
        expiresAt: now + KNOWN_DAYS * DAY_MS,
        trustedUntil: isTrusted ? now + TRUSTED_DAYS * DAY_MS : null,
        remoteAddress: from.address,
        userAgent: from.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
        browsersMax: BROWSERS_MAX,
      });
      return cookie.write(token, KNOWN_DAYS * 86_400);
    },
  };
}

export function trustedBy(browsers: readonly KnownBrowser[], now: number): readonly string[] {
  return browsers
    .filter(({ trustedUntil }) => trustedUntil !== null && trustedUntil > now)
    .map(({ userID }) => userID);
}

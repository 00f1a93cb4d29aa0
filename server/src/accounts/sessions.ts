import { sessionEnd } from '../domain/access/access.ts';
import type { Log } from '../runtime/log.ts';
import { BASE62, type Random } from '../runtime/random.ts';
import type { AccountStore, SessionAccess } from '../store/accounts/contract.ts';
import type { SignedCookie } from './session-cookie.ts';
import { SESSION_SECONDS } from './sign-in/sign-in-settings.ts';

/** Where a request of a browser came from. */
export interface From {
  readonly address: string;
  readonly userAgent: string;
}

export interface Recognized extends SessionAccess {
  /** A `Set-Cookie` for the answer, when the session lasts longer now. */
  readonly cookie: string | null;
}

export interface Sessions {
  /** Whose session a request's `Cookie` shows; null when it shows none that holds. */
  recognize(cookie: string | undefined, now: number): Promise<Recognized | null>;
  /** @returns the `Set-Cookie` that signs a browser in */
  open(userID: string, from: From, now: number): Promise<string>;
}

const TOKEN_LENGTH = 32;
const USER_AGENT_MAX = 200;
/** When a session was used is noted no more often. */
const TOUCH_MS = 60_000;
/** The cookie is written anew when the session has so much less left than at first. */
const PROLONG_MS = 86_400_000;
const SESSION_MS = SESSION_SECONDS * 1000;

export function createSessions(parts: {
  readonly store: AccountStore;
  readonly cookie: SignedCookie;
  readonly random: Random;
  readonly log: Pick<Log, 'warn'>;
}): Sessions {
  const { store, cookie, random, log } = parts;
  return {
    async recognize(header, now) {
      const token = cookie.read(header);
      const found = token === null ? null : await store.findSession(token, now);
      if (token === null || found === null) return null;
      const { id, usedAt, expiresAt } = found.session;
      const endsAt = sessionEnd(found.session);
      if (now >= endsAt) return null;
      if (now - usedAt < TOUCH_MS) return { ...found, cookie: null };
      const prolonged = Math.min(now + SESSION_MS, endsAt);
      const isOld = expiresAt > endsAt || expiresAt < prolonged - PROLONG_MS;
      try {
        await store.touchSession(id, now, isOld ? prolonged : expiresAt);
      } catch (error) {
        // When a session was last used matters less than what it was used for.
        log.warn({ err: error }, 'The last use of a session could not be noted.');
        return { ...found, cookie: null };
      }
      const seconds = Math.ceil((prolonged - now) / 1000);
      return { ...found, cookie: isOld ? cookie.write(token, seconds) : null };
    },
    async open(userID, from, now) {
      const token = random.text(BASE62, TOKEN_LENGTH);
      await store.openSession({
        id: random.uuid(),
        userID,
        token,
        createdAt: now,
        expiresAt: now + SESSION_MS,
        remoteAddress: from.address,
        userAgent: from.userAgent.slice(0, USER_AGENT_MAX),
      });
      return cookie.write(token, SESSION_SECONDS);
    },
  };
}

import { sessionEnd } from '@overdue/domain/access/access.ts';
import { BASE62 } from '@overdue/domain/access/base62.ts';
import { USE_RECORDED_EVERY_MS } from '@overdue/domain/access/last-use.ts';
import { USER_AGENT_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Random } from '../platform/runtime/random.ts';
import type { AccountStore, SessionAccess } from './contract.ts';
import type { SignedCookie } from './session-cookie.ts';
import { SESSION_SECONDS } from './sign-in/sign-in-settings.ts';

export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
}

export interface RecognizedSession extends SessionAccess {
  /** The `Set-Cookie` header to send if the session was extended. */
  readonly cookie: string | null;
}

export interface Sessions {
  /** Returns the session of a `Cookie` header; null if there is none or it has expired. */
  recognize(cookie: string | undefined, now: number): Promise<RecognizedSession | null>;
  /** Opens a session and returns the `Set-Cookie` header that signs the browser in. */
  open(userID: string, from: ClientInfo, now: number): Promise<string>;
}

const TOKEN_LENGTH = 32;
/** Minimum time between two renewals of a session's cookie. */
const RENEW_EVERY_MS = 86_400_000;
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
      const stored = token === null ? null : await store.findSession(token, now);
      if (token === null || stored === null) return null;
      const { id, usedAt, expiresAt } = stored.session;
      const endsAt = sessionEnd(stored.session);
      if (now >= endsAt) return null;
      if (now - usedAt < USE_RECORDED_EVERY_MS) return { ...stored, cookie: null };
      const prolonged = Math.min(now + SESSION_MS, endsAt);
      const isOld = expiresAt > endsAt || expiresAt < prolonged - RENEW_EVERY_MS;
      try {
        await store.recordUse({ kind: 'session', id, expiresAt: isOld ? prolonged : expiresAt }, now);
      } catch (error) {
        // A failure to record the last use must not fail the request.
        log.warn({ err: error }, 'The last use of a session could not be recorded.');
        return { ...stored, cookie: null };
      }
      const seconds = Math.ceil((prolonged - now) / 1000);
      return { ...stored, cookie: isOld ? cookie.write(token, seconds) : null };
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
        userAgent: from.userAgent.slice(0, USER_AGENT_LENGTH_MAX),
      });
      return cookie.write(token, SESSION_SECONDS);
    },
  };
}

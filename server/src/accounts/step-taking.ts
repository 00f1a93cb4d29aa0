import { freshSignInRequired, isFresh } from '../domain/access.ts';
import { AppError } from '../domain/error.ts';
import type { AccountStore } from '../store/account-store.ts';
import { cookieHeader } from './answers.ts';
import type { BetterAuth } from './better-auth.ts';
import { type Confirmation, confirm } from './confirmation.ts';
import { CONFIRMED_PASSWORD, takeConfirmed } from './confirmed-step.ts';
import { type Asking, ask, requireSuccess } from './exchange.ts';
import { type Attempt, countAttempt, forgiveAttempts } from './limits.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { OIDCClient } from './oidc-client.ts';
import { demandSignIn, oidcRequest } from './oidc-return.ts';
import type { Recognized, Sessions } from './sessions.ts';
import type { Step } from './steps.ts';

export interface Taken {
  readonly data: object;
  /** `Set-Cookie` headers for the answer. */
  readonly cookies: readonly string[];
}

type Input = Readonly<Record<string, unknown>>;
export type TakeStep = (step: Step, input: Input, asking: Asking) => Promise<Taken>;

export interface StepParts {
  readonly store: AccountStore;
  readonly recognize: Sessions['recognize'];
  readonly now: () => number;
  readonly open: () => Promise<BetterAuth>;
  /** Null without an identity provider. */
  readonly provider: OIDCClient | null;
  readonly baseURL: string;
  readonly mailedLinks: MailedLinks;
  readonly hasMail: boolean;
  readonly hasPasswords: boolean;
  /** Does work after the answer. */
  readonly behind: (work: Promise<void>) => void;
}

/** Checks whether a step may be taken, counts it, and has better-auth take it. */
export function createStepTaking(parts: StepParts): TakeStep {
  const { store, recognize, now, open, provider, baseURL, mailedLinks, behind } = parts;

  async function attemptOf(step: Step, input: Input, asking: Asking): Promise<Attempt | null> {
    if (step.limited === undefined) return null;
    const { address } = asking;
    if (typeof input.email === 'string') return { kind: step.limited, address, account: input.email };
    const found = await recognize(asking.cookie, now());
    return { kind: step.limited, address, account: found?.session.userID ?? null };
  }

  async function requireFresh({ needsFreshSignIn }: Step, asking: Asking): Promise<void> {
    if (needsFreshSignIn === undefined) return;
    const { session } = await requireSession(asking);
    const user = needsFreshSignIn === 'two-factor' ? await store.findUser(session.userID) : null;
    if (needsFreshSignIn === 'two-factor' && user?.twoFactor !== true) return;
    const via = { kind: 'session', sessionID: session.id, authenticatedAt: session.authenticatedAt } as const;
    if (!isFresh(via, now())) throw freshSignInRequired();
  }

  async function requireSession({ cookie }: Asking): Promise<Recognized> {
    const found = await recognize(cookie, now());
    if (found === null) throw new AppError('unauthorized', 'Sign in first.');
    return found;
  }

  async function answer(step: Step, input: Input, asking: Asking): Promise<Taken> {
    if (step.needs === 'oidc' && provider !== null) {
      const { again, ...wish } = input;
      const asked = await ask(await provider.open(), step, oidcRequest(baseURL, wish, mailedLinks), asking);
      requireSuccess(asked);
      return {
        data: step.answers(again === true ? demandSignIn(asked.json) : asked.json),
        cookies: asked.cookies,
      };
    }
    const isConfirmed = step.needsFreshSignIn === 'always';
    const auth = await open();
    const body = { ...input, ...step.adds, ...(isConfirmed ? CONFIRMED_PASSWORD : {}) };
    const askIt = () => ask(auth, step, body, asking);
    const asked = await (isConfirmed ? takeConfirmed(askIt) : askIt());
    requireSuccess(asked);
    return { data: step.answers(asked.json), cookies: asked.cookies };
  }

  return async (step, input, asking) => {
    requireMethod(step, parts);
    await requireFresh(step, asking);
    const attempt = await attemptOf(step, input, asking);
    if (attempt !== null) await countAttempt(store, attempt, now());
    if (step.isSilent === true) {
      behind(
        open()
          .then((opened) => ask(opened, step, input, asking))
          .then(requireSuccess),
      );
      return { data: step.answers({}), cookies: [] };
    }
    if (step.confirms === true) {
      const done = await confirm(confirmationOf(input), await requireSession(asking), { ...parts, asking });
      if (attempt !== null) await forgiveAttempts(store, attempt);
      return { data: step.answers(done), cookies: [] };
    }
    const before = await recognize(asking.cookie, now());
    const taken = await answer(step, input, asking);
    if (attempt !== null) await forgiveAttempts(store, attempt);
    if (before !== null) await replaceSession(before, taken, parts);
    return taken;
  };
}

/** Ends the session that a second sign-in of the same person replaces. The new one goes on in the same team. */
export async function replaceSession(
  { session, access }: Recognized,
  { cookies }: Pick<Taken, 'cookies'>,
  { store, recognize, now }: Pick<StepParts, 'store' | 'recognize' | 'now'>,
): Promise<void> {
  const after = cookies.length === 0 ? null : await recognize(cookieHeader(cookies), now());
  if (after === null || after.session.id === session.id || after.session.userID !== session.userID) return;
  if (access !== null) await store.chooseTeam(after.session, access.teamID);
  await store.endSession(session.userID, session.id);
}

function confirmationOf({ password, code, isBackup, response }: Input): Confirmation {
  if (typeof password !== 'string') return { by: 'passkey', response };
  return {
    by: 'password',
    password,
    code: typeof code === 'string' ? code : null,
    isBackup: isBackup === true,
  };
}

function requireMethod({ needs }: Step, { hasMail, hasPasswords, provider }: StepParts): void {
  if (needs === 'mail' && !hasMail)
    throw new AppError('conflict', 'This service sends no mail: its operator has to set SMTP_URL.');
  if (needs === 'oidc' && provider === null)
    throw new AppError('conflict', 'This service has no identity provider: see OIDC_ISSUER.');
  if (needs === 'passwords' && !hasPasswords)
    throw new AppError('conflict', 'Sign in with the identity provider: passwords are switched off.');
}

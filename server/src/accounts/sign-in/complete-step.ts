import type { BetterAuth } from '../better-auth.ts';
import type { AccountStore } from '../contract.ts';
import type { RequestContext } from '../exchange.ts';
import type { KnownBrowsers } from '../known-browsers.ts';
import type { MailedLinks } from '../mailed-links.ts';
import { cookieHeader } from '../session-cookie.ts';
import type { RecognizedSession, Sessions } from '../sessions.ts';
import type { FindChallengedUser } from './challenge.ts';
import { forgiveAccount } from './limits.ts';
import type { OIDCClient } from './oidc-client.ts';
import { type CALLBACK_PATH, STEP_PATHS } from './step-paths.ts';
import type { Step } from './steps.ts';

export interface StepResult {
  readonly data: object;
  readonly cookies: readonly string[];
}

export interface StepParts {
  readonly store: AccountStore;
  readonly recognize: Sessions['recognize'];
  readonly browsers: KnownBrowsers;
  readonly challengedUser: FindChallengedUser;
  readonly now: () => number;
  readonly loadBetterAuth: () => Promise<BetterAuth>;
  readonly provider: OIDCClient | null;
  readonly baseURL: string;
  readonly mailedLinks: MailedLinks;
  readonly hasMail: boolean;
  readonly hasPasswords: boolean;
  readonly runInBackground: (work: Promise<void>) => void;
}

export interface CompletedStep {
  readonly step: Pick<Step, 'signsIn' | 'endsTrust'> & { readonly path: Step['path'] | typeof CALLBACK_PATH };
  readonly before: RecognizedSession | null;
  readonly request: RequestContext;
  readonly cookies: readonly string[];
  readonly isTrusted: boolean;
}

type Parts = Pick<StepParts, 'store' | 'recognize' | 'browsers' | 'now'>;

/** Updates the known browsers, and ends the session that the new session replaces. Returns the response's cookies. */
export async function completeStep(completed: CompletedStep, parts: Parts): Promise<readonly string[]> {
  const { step, before, request, cookies, isTrusted } = completed;
  const { store, recognize, browsers, now } = parts;
  const userID = before?.session.userID;
  // For a signed-in user, the first code enables the second factor.
  const turnsOn = step.path === STEP_PATHS.verifyTOTP && userID !== undefined;
  if (userID !== undefined && (step.endsTrust === true || turnsOn))
    await store.changeCredentials(userID, { kind: 'browsers_distrusted' }, now());
  const isNewPassword = step.path === STEP_PATHS.changePassword && userID !== undefined;
  if (isNewPassword) {
    await store.changeCredentials(userID, { kind: 'password_renewed' }, now());
    const user = await store.findUser({ id: userID });
    if (user !== null) await forgiveAccount(store, user);
  }
  const after = cookies.length === 0 ? null : await recognize(cookieHeader(cookies), now());
  if (after === null) return cookies;
  if (before !== null) await replaceSession(before, after, parts);
  if (!isNewPassword && (step.signsIn !== true || turnsOn)) return cookies;
  const signIn = { userID: after.session.userID, isTrusted: isTrusted && asksCode(step), from: request };
  return [...cookies, await browsers.remember(request.cookie, signIn, now())];
}

/** Whether the step checks a code. Only after such a step may the browser be trusted. */
function asksCode({ path }: CompletedStep['step']): boolean {
  return path === STEP_PATHS.verifyTOTP || path === STEP_PATHS.verifyBackupCode;
}

/** Ends the session that a second sign-in of the same user replaces. The new session keeps the active team. */
async function replaceSession(
  { session, access }: RecognizedSession,
  after: RecognizedSession,
  { store }: Pick<Parts, 'store'>,
): Promise<void> {
  if (after.session.id === session.id || after.session.userID !== session.userID) return;
  if (access !== null) await store.changeSession(after.session, { activeTeamID: access.teamID });
  await store.endSessions(session.userID, { id: session.id });
}

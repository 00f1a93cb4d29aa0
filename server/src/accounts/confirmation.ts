import { AppError } from '@overdue/domain/error.ts';
import type { BetterAuth } from './better-auth.ts';
import type { AccountStore } from './contract.ts';
import { callStep, type RequestContext, requireSuccess, type StepResponse } from './exchange.ts';
import { cookieHeader } from './session-cookie.ts';
import type { RecognizedSession, Sessions } from './sessions.ts';
import { carryOutCounted, forgiveSignInAttempts } from './sign-in/limits.ts';
import { STEP_PATHS } from './sign-in/step-paths.ts';
import { stepOf } from './sign-in/steps.ts';

const wrongCodes = new WeakSet<AppError>();

/** Whether a confirmation was refused because of its code rather than its password. */
export function isWrongCode(error: AppError): boolean {
  return wrongCodes.has(error);
}

export type Confirmation =
  | {
      readonly by: 'password';
      readonly password: string;
      readonly code: string | null;
      readonly isBackup: boolean;
    }
  | { readonly by: 'passkey'; readonly response: unknown };

interface Parts {
  readonly store: Pick<
    AccountStore,
    'findUser' | 'endSessions' | 'changeSession' | 'countAttempt' | 'forgiveAttempts'
  >;
  readonly recognize: Sessions['recognize'];
  readonly loadBetterAuth: () => Promise<BetterAuth>;
  readonly now: () => number;
}

/** Checks the user's credentials like a new sign-in, and then marks the current session as freshly authenticated. */
export async function confirmIdentity(
  confirmation: Confirmation,
  { session }: RecognizedSession,
  {
    request,
    browser,
    ...parts
  }: Parts & {
    readonly request: RequestContext;
    /** ID of the known browser; undefined if the user doesn't know it. */
    readonly browser: string | undefined;
  },
): Promise<{ readonly needsCode: boolean }> {
  const auth = await parts.loadBetterAuth();
  const cookies =
    confirmation.by === 'passkey'
      ? (
          await succeed(() =>
            callStep(auth, { step: stepOf(STEP_PATHS.passkey), input: confirmation, request }),
          )
        ).cookies
      : await signInAgain(auth, confirmation, { ...parts, userID: session.userID, request, browser });
  if (cookies === null) return { needsCode: true };
  const proven = await parts.recognize(cookieHeader(cookies), parts.now());
  if (proven === null) throw new Error('A confirmation opened no session.');
  await parts.store.endSessions(proven.session.userID, { id: proven.session.id });
  if (proven.session.userID !== session.userID)
    throw new AppError('forbidden', 'This passkey belongs to another account. Use one of yours.');
  await parts.store.changeSession(session, { authenticatedAt: parts.now() });
  return { needsCode: false };
}

async function signInAgain(
  auth: BetterAuth,
  { password, code, isBackup }: Extract<Confirmation, { by: 'password' }>,
  {
    userID,
    request,
    browser,
    store,
    now,
  }: {
    readonly userID: string;
    readonly request: RequestContext;
    readonly browser: string | undefined;
  } & Pick<Parts, 'store' | 'now'>,
): Promise<readonly string[] | null> {
  const user = await store.findUser({ id: userID });
  if (user?.hasPassword !== true)
    throw new AppError('conflict', 'Your account has no password. Confirm another way, or sign in again.');
  // Leaves out cookies, so that even a trusted browser must enter the code.
  const withoutCookie = { ...request, cookie: undefined };
  const first = await succeed(
    () =>
      callStep(auth, {
        step: stepOf(STEP_PATHS.password),
        input: { email: user.email, password },
        request: withoutCookie,
      }),
    { message: 'The password is wrong.' },
  );
  if (first.json.twoFactorRedirect !== true) return first.cookies;
  if (code === null) return null;
  const path = isBackup ? STEP_PATHS.verifyBackupCode : STEP_PATHS.verifyTOTP;
  const challenged = { ...request, cookie: cookieHeader(first.cookies) };
  const attempt = { kind: 'factor', address: request.address, account: userID, browser } as const;
  const { cookies } = await carryOutCounted(store, { attempt, now: now() }, () =>
    succeed(() => callStep(auth, { step: stepOf(path), input: { code }, request: challenged }), {
      isCode: true,
    }),
  );
  await forgiveSignInAttempts(store, attempt);
  return cookies;
}

/** Turns status 401 into 403, so that a wrong password or code doesn't look like the end of the session. */
async function succeed(
  attempt: () => Promise<StepResponse>,
  { isCode = false, message }: { readonly isCode?: boolean; readonly message?: string } = {},
): Promise<StepResponse> {
  try {
    const response = await attempt();
    requireSuccess(response);
    return response;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unauthorized') throw error;
    const refusal = new AppError('forbidden', message ?? error.message);
    if (isCode) wrongCodes.add(refusal);
    throw refusal;
  }
}

export function confirmationOf({
  password,
  code,
  isBackup,
  response,
}: Readonly<Record<string, unknown>>): Confirmation {
  if (typeof password !== 'string') return { by: 'passkey', response };
  return {
    by: 'password',
    password,
    code: typeof code === 'string' ? code : null,
    isBackup: isBackup === true,
  };
}

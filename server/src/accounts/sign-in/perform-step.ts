import { freshSignInRequiredError, isFreshSignIn } from '@overdue/domain/access/access.ts';
import { AppError } from '@overdue/domain/error.ts';
import { bypassPasswordCheck, CONFIRMED_PASSWORD } from '../better-auth-call.ts';
import { confirmationOf, confirmIdentity } from '../confirmation.ts';
import type { KnownBrowser } from '../contract.ts';
import { callStep, type RequestContext, requireSuccess } from '../exchange.ts';
import { trustedBy } from '../known-browsers.ts';
import { requireGoodChoice } from '../password-rules.ts';
import type { RecognizedSession } from '../sessions.ts';
import type { StepParts, StepResult } from './complete-step.ts';
import { type CompletedStep, completeStep } from './complete-step.ts';
import { carryOutCounted, forgiveSignInAttempts, type SignInAttempt } from './limits.ts';
import { linkKindOf, mayMailLink } from './link-mails.ts';
import { demandSignIn, oidcRequest } from './oidc-return.ts';
import type { Step } from './steps.ts';

type Input = Readonly<Record<string, unknown>>;
export type PerformStep = (step: Step, input: Input, request: RequestContext) => Promise<StepResult>;

/** Checks whether a step is allowed, counts the attempt, and passes the step to better-auth. */
export function createPerformStep(parts: StepParts): PerformStep {
  const { store, recognize, browsers, now, runInBackground } = parts;

  return async (step, input, request) => {
    requireMethod(step, parts);
    await requireFresh(step, request, parts);
    const countsBrowsers = step.rateLimitKind !== undefined && step.rateLimitKind !== 'ask';
    const knownBrowsers = countsBrowsers ? await browsers.read(request.cookie, now()) : [];
    const sent = { input, request, browsers: knownBrowsers };
    const attempt = await attemptOf(step, sent, parts);
    const carryOut = () => performCounted(step, sent, attempt);
    return attempt === null ? carryOut() : carryOutCounted(store, { attempt, now: now() }, carryOut);
  };

  async function performCounted(
    step: Step,
    { input: { trustDevice, ...input }, request, browsers: knownBrowsers }: Sent,
    attempt: SignInAttempt | null,
  ): Promise<StepResult> {
    if (step.isSilent === true) {
      runInBackground(mailLink(step, { input, request, browsers: knownBrowsers }, parts));
      return { data: step.toResponse({}), cookies: [] };
    }
    if (step.isConfirmation === true) {
      const recognized = await requireSession(request, parts);
      const { userID } = recognized.session;
      const confirmed = await confirmIdentity(confirmationOf(input), recognized, {
        ...parts,
        request,
        browser: browserOf(userID, knownBrowsers),
      });
      if (attempt !== null) await forgiveSignInAttempts(store, attempt);
      return { data: step.toResponse(confirmed), cookies: [] };
    }
    const before = await recognize(request.cookie, now());
    await requireGoodChoice(input, { store, userID: before?.session.userID ?? null, now: now() });
    const result = await perform(
      step,
      { input, request: { ...request, trustedUserIDs: trustedBy(knownBrowsers, now()) } },
      parts,
    );
    if (attempt !== null) await forgiveSignInAttempts(store, attempt);
    const completed: CompletedStep = {
      step,
      before,
      request,
      cookies: result.cookies,
      isTrusted: trustDevice === true,
    };
    return { ...result, cookies: await completeStep(completed, parts) };
  }
}

interface Sent {
  readonly input: Input;
  readonly request: RequestContext;
  readonly browsers: readonly KnownBrowser[];
}

/** Mails a link if the address has an account, and its owner has no recent link yet. */
async function mailLink(
  step: Step,
  { input, request, browsers }: Sent,
  { store, now, loadBetterAuth }: StepParts,
): Promise<void> {
  const user = typeof input.email === 'string' ? await store.findUser({ email: input.email }) : null;
  if (user === null) return;
  const isKnownBrowser = browsers.some(({ userID }) => userID === user.id);
  const { address } = request;
  const kind = linkKindOf(step.path);
  if (!(await mayMailLink(store, { kind, user, address, isKnownBrowser }, now()))) return;
  requireSuccess(await callStep(await loadBetterAuth(), { step, input, request }));
}

async function requireFresh(
  { needsFreshSignIn }: Step,
  request: RequestContext,
  parts: StepParts,
): Promise<void> {
  const { store, now } = parts;
  if (needsFreshSignIn === undefined) return;
  const { session } = await requireSession(request, parts);
  const user = needsFreshSignIn === 'two-factor' ? await store.findUser({ id: session.userID }) : null;
  if (needsFreshSignIn === 'two-factor' && user?.twoFactor !== true) return;
  const via = { kind: 'session', sessionID: session.id, authenticatedAt: session.authenticatedAt } as const;
  if (!isFreshSignIn(via, now())) throw freshSignInRequiredError();
}

async function requireSession(
  { cookie }: RequestContext,
  { recognize, now }: Pick<StepParts, 'recognize' | 'now'>,
): Promise<RecognizedSession> {
  const recognized = await recognize(cookie, now());
  if (recognized === null) throw new AppError('unauthorized', 'Sign in first.');
  return recognized;
}

/** Passes a step to the identity provider or to better-auth. */
async function perform(
  step: Step,
  { input, request }: { readonly input: Input; readonly request: RequestContext },
  { loadBetterAuth, provider, baseURL, mailedLinks }: StepParts,
): Promise<StepResult> {
  if (step.needs === 'oidc' && provider !== null) {
    const { again, ...stepInput } = input;
    const result = await callStep(await provider.open(), {
      step,
      input: oidcRequest(baseURL, stepInput, mailedLinks),
      request,
    });
    requireSuccess(result);
    const json = again === true ? demandSignIn(result.json) : result.json;
    return { data: step.toResponse(json), cookies: result.cookies };
  }
  const isConfirmed = step.needsFreshSignIn === 'always';
  const auth = await loadBetterAuth();
  const body = { ...input, ...step.fixedInput, ...(isConfirmed ? CONFIRMED_PASSWORD : {}) };
  const call = () => callStep(auth, { step, input: body, request });
  const result = await (isConfirmed ? bypassPasswordCheck(call) : call());
  requireSuccess(result);
  return { data: step.toResponse(result.json), cookies: result.cookies };
}

/**
 * Returns the sign-in attempt that the limits count; null if the step isn't limited. The account is the email address as sent, the
 * signed-in user, or the user of a pending sign-in.
 */
async function attemptOf(
  { rateLimitKind: kind }: Step,
  sent: Sent,
  { store, recognize, challengedUser, now }: StepParts,
): Promise<SignInAttempt | null> {
  if (kind === undefined) return null;
  const { input, request, browsers } = sent;
  const { address, cookie } = request;
  if (typeof input.email === 'string') {
    const user = browsers.length === 0 ? null : await store.findUser({ email: input.email });
    return { kind, address, account: input.email, browser: browserOf(user?.id, browsers) };
  }
  const recognized = await recognize(cookie, now());
  // The code of a signed-in user turns on the second factor, so it uses up no attempts of signing in.
  if (recognized !== null)
    return { kind: kind === 'factor' ? 'guess' : kind, address, account: recognized.session.userID };
  const challenged = kind === 'factor' ? await challengedUser(cookie, now()) : null;
  return { kind, address, account: challenged, browser: browserOf(challenged, browsers) };
}

function browserOf(userID: string | null | undefined, browsers: readonly KnownBrowser[]): string | undefined {
  return browsers.find((browser) => browser.userID === userID)?.id;
}

function requireMethod({ needs }: Step, { hasMail, hasPasswords, provider }: StepParts): void {
  if (needs === 'mail' && !hasMail)
    throw new AppError('conflict', 'This service can’t send mail. Ask its operator to set SMTP_URL.');
  if (needs === 'oidc' && provider === null)
    throw new AppError(
      'conflict',
      'This service has no identity provider. Ask its operator to set OIDC_ISSUER.',
    );
  if (needs === 'passwords' && !hasPasswords)
    throw new AppError('conflict', 'Passwords are disabled. Sign in with the identity provider.');
}

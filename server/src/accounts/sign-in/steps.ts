import { isEmailAddress } from '@overdue/domain/access/email-address.ts';
import {
  CODE_LENGTH_MAX,
  PASSKEY_NAME_LENGTH_MAX,
  PASSWORD_LENGTH_MAX,
} from '@overdue/domain/access/sign-in-limits.ts';
import { hiddenCharacterIn } from '@overdue/domain/hidden-characters.ts';
import { z } from 'zod';
import { newPassword } from '../new-user.ts';
import { LINK_MINUTES } from './sign-in-settings.ts';
import { STEP_PATHS, type StepPath } from './step-paths.ts';
import { readTypedCode } from './typed-code.ts';

/** One step of signing in, or of changing sign-in methods. Browsers can reach no other endpoints of better-auth. */
export interface Step {
  readonly method: 'GET' | 'POST';
  readonly path: StepPath;
  readonly body: z.ZodType | null;
  readonly target: { readonly method: 'GET' | 'POST'; readonly path: string };
  /** Rate limit of the step, counted per named account and per address. */
  readonly rateLimitKind?: 'guess' | 'factor' | 'mail' | 'ask';
  /** Whether to respond before doing the work, so that timing doesn't reveal whether the account exists. */
  readonly isSilent?: boolean;
  readonly needs?: 'mail' | 'oidc' | 'passwords';
  /**
   * Whether the step needs a sign-in or confirmation within the last ten minutes. `two-factor`: only for accounts with a second
   * factor.
   */
  readonly needsFreshSignIn?: 'always' | 'two-factor';
  readonly signsIn?: true;
  readonly endsTrust?: true;
  readonly isConfirmation?: true;
  readonly fixedInput?: Readonly<Record<string, unknown>>;
  readonly toResponse: (json: Readonly<Record<string, unknown>>) => object;
}

const email = z
  .string()
  .trim()
  .toLowerCase()
  .refine(isEmailAddress, 'This must be an email address, like ann@example.com.');
/** Has no minimum length, so that a password that is too short is simply a wrong password. */
const password = z.string().max(PASSWORD_LENGTH_MAX);
const token = z.string().min(1).max(200);
const code = z.string().max(CODE_LENGTH_MAX).transform(readTypedCode).pipe(z.string().min(1));
const id = z.string().min(1).max(64);
/** Path within the application. Paths that lead to another host are rejected. */
const applicationPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[\w\-./~%?=&+,:@]*$/);
const passkeyName = z
  .string()
  .trim()
  .min(1)
  .max(PASSKEY_NAME_LENGTH_MAX)
  .refine((text) => hiddenCharacterIn(text) === null, 'This must not contain invisible characters.');
/** Response of the browser's authenticator, which better-auth validates. */
const credential = z.looseObject({ id: z.string().max(2000) });

const done = () => ({});
/** Response to a sign-in: whether the user must still enter a code. */
const signedIn = (json: Readonly<Record<string, unknown>>) => ({
  needsCode: json.twoFactorRedirect === true,
});

const passkeyRow = z.object({
  id: z.string(),
  name: z.string().nullish(),
  backedUp: z.boolean(),
  createdAt: z.string().nullish(),
});

function writePasskey(row: unknown) {
  const { id: passkeyID, name, backedUp, createdAt } = passkeyRow.parse(row);
  return { passkeyID, name: name ?? '', isSynced: backedUp, createdAt: createdAt ?? null };
}

function post(
  path: StepPath,
  body: z.ZodType,
  more: Omit<Partial<Step>, 'method' | 'path' | 'body'> = {},
): Step {
  return { method: 'POST', path, body, target: { method: 'POST', path }, toResponse: done, ...more };
}

function get(
  path: StepPath,
  toResponse: Step['toResponse'],
  more: Pick<Step, 'rateLimitKind' | 'needsFreshSignIn'> = {},
): Step {
  return { method: 'GET', path, body: null, target: { method: 'GET', path }, toResponse, ...more };
}

export const STEPS: readonly Step[] = [
  post(STEP_PATHS.password, z.strictObject({ email, password }), {
    rateLimitKind: 'guess',
    needs: 'passwords',
    signsIn: true,
    toResponse: signedIn,
  }),
  post(STEP_PATHS.sendLink, z.strictObject({ email }), {
    rateLimitKind: 'mail',
    isSilent: true,
    needs: 'mail',
    toResponse: () => ({ minutes: LINK_MINUTES }),
  }),
  // The page behind the link sends this request. A GET would sign in anyone who is tricked into opening a link.
  post(STEP_PATHS.link, z.strictObject({ token }), {
    target: { method: 'GET', path: STEP_PATHS.link },
    rateLimitKind: 'guess',
    signsIn: true,
    toResponse: signedIn,
  }),
  post(STEP_PATHS.requestPasswordReset, z.strictObject({ email }), {
    rateLimitKind: 'mail',
    isSilent: true,
    needs: 'mail',
  }),
  post(STEP_PATHS.resetPassword, z.strictObject({ token, newPassword }), { rateLimitKind: 'guess' }),
  post(STEP_PATHS.changePassword, z.strictObject({ currentPassword: password, newPassword }), {
    rateLimitKind: 'guess',
    needsFreshSignIn: 'two-factor',
    fixedInput: { revokeOtherSessions: true },
  }),
  post(STEP_PATHS.signOut, z.strictObject({})),
  post(
    STEP_PATHS.oidc,
    z.strictObject({
      invitation: token.optional(),
      again: z.boolean().optional(),
      next: applicationPath.optional(),
    }),
    {
      target: { method: 'POST', path: '/sign-in/social' },
      rateLimitKind: 'ask',
      needs: 'oidc',
      toResponse: ({ url }) => ({ url }),
    },
  ),
  post(
    STEP_PATHS.confirmByPassword,
    z.strictObject({ password, code: code.optional(), isBackup: z.boolean().optional() }),
    {
      rateLimitKind: 'guess',
      needs: 'passwords',
      isConfirmation: true,
      toResponse: ({ needsCode }) => ({ needsCode }),
    },
  ),
  post(STEP_PATHS.confirmByPasskey, z.strictObject({ response: credential }), {
    rateLimitKind: 'guess',
    isConfirmation: true,
  }),
  post(STEP_PATHS.enableTwoFactor, z.strictObject({}), {
    needsFreshSignIn: 'always',
    endsTrust: true,
    toResponse: ({ totpURI, backupCodes }) => ({ totpURI, backupCodes }),
  }),
  post(STEP_PATHS.verifyTOTP, z.strictObject({ code, trustDevice: z.boolean().optional() }), {
    rateLimitKind: 'factor',
    signsIn: true,
  }),
  post(STEP_PATHS.verifyBackupCode, z.strictObject({ code, trustDevice: z.boolean().optional() }), {
    rateLimitKind: 'factor',
    signsIn: true,
  }),
  post(STEP_PATHS.disableTwoFactor, z.strictObject({}), { needsFreshSignIn: 'always', endsTrust: true }),
  post(STEP_PATHS.newBackupCodes, z.strictObject({}), {
    needsFreshSignIn: 'always',
    endsTrust: true,
    toResponse: ({ backupCodes }) => ({ backupCodes }),
  }),
  get(STEP_PATHS.beginPasskey, (options) => ({ options }), {
    rateLimitKind: 'ask',
    needsFreshSignIn: 'always',
  }),
  post(STEP_PATHS.addPasskey, z.strictObject({ response: credential, name: passkeyName.optional() }), {
    needsFreshSignIn: 'always',
    toResponse: (json) => ({ passkey: writePasskey(json) }),
  }),
  get(
    STEP_PATHS.beginPasskeySignIn,
    (options) => ({ options: { ...options, userVerification: 'required' } }),
    { rateLimitKind: 'ask' },
  ),
  post(STEP_PATHS.passkey, z.strictObject({ response: credential }), {
    rateLimitKind: 'guess',
    signsIn: true,
    toResponse: signedIn,
  }),
  get(STEP_PATHS.listPasskeys, (rows) => ({ passkeys: Object.values(rows).map(writePasskey) })),
  post(STEP_PATHS.renamePasskey, z.strictObject({ id, name: passkeyName })),
  post(STEP_PATHS.deletePasskey, z.strictObject({ id })),
];

export function stepOf(path: StepPath): Step {
  const step = STEPS.find((candidate) => candidate.path === path);
  if (step === undefined) throw new Error(`There is no step ${path}.`);
  return step;
}

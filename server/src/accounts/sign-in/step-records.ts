import type { AppError } from '@overdue/domain/error.ts';
import type { ActorKind, AuditDetails } from '../../audit/contract.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { isWrongCode } from '../confirmation.ts';
import type { AccountStore, User } from '../contract.ts';
import { cookieHeader } from '../session-cookie.ts';
import type { ClientInfo, Sessions } from '../sessions.ts';
import type { FindChallengedUser } from './challenge.ts';
import { SIGN_IN_METHODS, STEP_PATHS } from './step-paths.ts';

export interface StepRequest {
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly request: ClientInfo & { readonly cookie: string | undefined };
}

export interface RecordedResult {
  readonly data: object;
  readonly cookies: readonly string[];
  /** URL to which the browser is redirected after the identity provider's response. */
  readonly to?: string;
}

/** Writes an entry in the audit logs of all teams of a user. */
export type WriteAudit = (
  userID: string,
  action: string,
  more: { readonly kind: ActorKind; readonly address: string; readonly details?: AuditDetails },
) => Promise<void>;

/** Audit actions of signed-in users, by step. A signed-in user's first correct code enables the second factor. */
const ACTIONS_BY_STEP: Readonly<Record<string, string>> = {
  [STEP_PATHS.changePassword]: 'account.change_password',
  [STEP_PATHS.signOut]: 'account.sign_out',
  [STEP_PATHS.verifyTOTP]: 'account.enable_two_factor',
  [STEP_PATHS.disableTwoFactor]: 'account.disable_two_factor',
  [STEP_PATHS.newBackupCodes]: 'account.make_backup_codes',
  [STEP_PATHS.addPasskey]: 'account.add_passkey',
  [STEP_PATHS.renamePasskey]: 'account.rename_passkey',
  [STEP_PATHS.deletePasskey]: 'account.delete_passkey',
  [STEP_PATHS.confirmByPassword]: 'account.confirm',
  [STEP_PATHS.confirmByPasskey]: 'account.confirm',
};

const CODES: Readonly<Record<string, string>> = {
  [STEP_PATHS.verifyTOTP]: 'code',
  [STEP_PATHS.verifyBackupCode]: 'backup code',
};

/** Steps whose failures are recorded, because a wrong password may mean that someone else is using the session. */
const PASSWORD_STEPS: readonly string[] = [STEP_PATHS.changePassword, STEP_PATHS.confirmByPassword];

/** Whether the result of a step is recorded. */
export function isRecorded(path: string): boolean {
  return (
    SIGN_IN_METHODS[path] !== undefined ||
    ACTIONS_BY_STEP[path] !== undefined ||
    PASSWORD_STEPS.includes(path)
  );
}

/** Whether a step checks a code of the second factor. */
export function checksCode(path: string): boolean {
  return CODES[path] !== undefined;
}

interface StepRecords {
  success(step: StepRequest, before: User | null, result: RecordedResult): Promise<void>;
  failure(
    step: StepRequest,
    users: { readonly before: User | null; readonly challenged: string | null },
    error: AppError,
  ): Promise<void>;
  resetRequest(step: StepRequest): Promise<void>;
}

interface StepRecordsOptions {
  readonly store: Pick<AccountStore, 'findUser'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly recognize: Sessions['recognize'];
  readonly challengedUser: FindChallengedUser;
  readonly write: WriteAudit;
  readonly onChange: (user: User, action: string) => void;
}

/** Creates the functions that record the results of steps in the audit logs. */
export function createStepRecords(options: StepRecordsOptions): StepRecords {
  const { store, clock, recognize, challengedUser, write, onChange } = options;
  async function recordSuccess(
    { path, request }: StepRequest,
    before: User | null,
    result: RecordedResult,
  ): Promise<void> {
    const { address } = request;
    if ('needsCode' in result.data && result.data.needsCode === true) {
      const userID = await challengedUser(cookieHeader(result.cookies), clock.now());
      const details = { by: SIGN_IN_METHODS[path] ?? '' };
      if (userID !== null)
        await write(userID, 'account.pass_first_factor', { kind: 'visitor', address, details });
      return;
    }
    const action = ACTIONS_BY_STEP[path];
    if (before !== null && action !== undefined) {
      onChange(before, action);
      return write(before.id, action, { kind: 'session', address });
    }
    const by = SIGN_IN_METHODS[path];
    // If a second factor is required, the response to the first factor sets and then removes the session cookie, so no session is
    // recognized here.
    const session =
      by === undefined
        ? null
        : ((await recognize(cookieHeader(result.cookies), clock.now()))?.session ?? null);
    if (session === null || by === undefined) return;
    await write(session.userID, 'account.sign_in', { kind: 'session', address, details: { by } });
    if (path === STEP_PATHS.verifyBackupCode) await tellAboutBackupCode(session.userID);
  }

  async function tellAboutBackupCode(userID: string): Promise<void> {
    const user = await store.findUser({ id: userID });
    if (user !== null) onChange(user, 'account.use_backup_code');
  }

  /** Runs after the response is sent, so that timing doesn't reveal whether the account exists. */
  async function recordFailure(
    { path, input, request }: StepRequest,
    users: { readonly before: User | null; readonly challenged: string | null },
    error: AppError,
  ): Promise<void> {
    const { email } = input;
    const { code } = error;
    const { before, challenged } = users;
    const context = { kind: before === null ? 'visitor' : 'session', address: request.address } as const;
    const by = CODES[path];
    if (path === STEP_PATHS.password && typeof email === 'string' && code === 'unauthorized') {
      const user = await store.findUser({ email });
      if (user !== null) await write(user.id, 'account.fail_sign_in', { ...context, kind: 'visitor' });
    } else if (by !== undefined && code === 'unauthorized') {
      const userID = challenged ?? before?.id ?? null;
      if (userID !== null) await write(userID, 'account.fail_code', { ...context, details: { by } });
    } else if (before !== null && PASSWORD_STEPS.includes(path) && code === 'forbidden') {
      await write(before.id, isWrongCode(error) ? 'account.fail_code' : 'account.fail_password', context);
    }
  }

  /** Runs after the response is sent, like {@link recordFailure}. */
  async function recordResetRequest({ input, request }: StepRequest): Promise<void> {
    const user = typeof input.email === 'string' ? await store.findUser({ email: input.email }) : null;
    const context = { kind: 'visitor', address: request.address } as const;
    if (user !== null) await write(user.id, 'account.request_password_reset', context);
  }

  return { success: recordSuccess, failure: recordFailure, resetRequest: recordResetRequest };
}

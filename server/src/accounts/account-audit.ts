import { AppError } from '../domain/error.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { AccountStore, User } from '../store/accounts/contract.ts';
import {
  type ActorKind,
  type AuditDetails,
  type AuditStore,
  type TeamStore,
  userAsActor,
} from '../store/teams/contract.ts';
import { isWrongCode } from './confirmation.ts';
import { cookieHeader } from './cookie-header.ts';
import type { ClientInfo, Sessions } from './sessions.ts';
import type { ChallengedUser } from './sign-in/challenge.ts';
import type { SignInLog } from './sign-in/sign-in-log.ts';
import { SIGN_IN_METHODS, STEP_PATHS } from './sign-in/step-paths.ts';

export type AccountAuditStore = AuditStore & Pick<TeamStore, 'listMembers'> & Pick<AccountStore, 'findUser'>;

interface StepRequest {
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly request: ClientInfo & { readonly cookie: string | undefined };
}

interface StepResult {
  readonly data: object;
  readonly cookies: readonly string[];
  /** URL to which the browser is redirected after the identity provider's response. */
  readonly to?: string;
}

export interface AccountAudit {
  /** Performs a step, and records its result in the audit logs of all the user's teams before the response is sent. */
  audited<T extends StepResult>(step: StepRequest, work: () => Promise<T>): Promise<T>;
  write(
    userID: string,
    action: string,
    more: { readonly kind: ActorKind; readonly address: string; readonly details?: AuditDetails },
  ): Promise<void>;
}

/** Audit actions by step of a signed-in user. The first correct code enables the second factor. */
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

export function createAccountAudit({
  store,
  clock,
  log,
  recognize,
  challengedUser,
  attempts,
  runInBackground,
  onChange,
}: {
  readonly store: AccountAuditStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'error'>;
  readonly recognize: Sessions['recognize'];
  readonly challengedUser: ChallengedUser;
  readonly attempts: SignInLog;
  readonly runInBackground: (work: Promise<void>) => void;
  readonly onChange: (user: User, action: string) => void;
}): AccountAudit {
  // Long because each kind of step has its own entry, and all find their user in the same way.
  const write: AccountAudit['write'] = async (userID, action, { kind, address, details = {} }) => {
    const entry = { at: clock.now(), action, target: null, details, remoteAddress: address };
    try {
      const user = await store.findUser({ id: userID });
      const teams = await store.listMembers({ userID });
      if (user === null) return;
      const actor = userAsActor(kind, user);
      await store.recordAudit(teams.map(({ teamID }) => ({ ...entry, teamID, actor })));
    } catch (error) {
      log.error(
        { err: error, userID, entry },
        'A change to an account could not be written to the audit log.',
      );
    }
  };

  async function userOf(cookie: string | undefined) {
    return (await recognize(cookie, clock.now()))?.session ?? null;
  }

  /** Returns the user who was signed in before a step; null if the step signs a user in. */
  async function findChangingUser(path: string, cookie: string | undefined): Promise<User | null> {
    const session = await userOf(cookie);
    const user = session === null ? null : await store.findUser({ id: session.userID });
    // This step checks the first code of a new second factor, and also the code of each sign-in.
    return path === STEP_PATHS.verifyTOTP && user?.twoFactor === true ? null : user;
  }

  async function recordSuccess(
    { path, request }: StepRequest,
    before: User | null,
    result: StepResult,
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
    // If a second factor is required, the response to the first factor both sets and removes the session cookie.
    const now = by === undefined ? null : await userOf(cookieHeader(result.cookies));
    if (now === null || by === undefined) return;
    await write(now.userID, 'account.sign_in', { kind: 'session', address, details: { by } });
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
    const more = { kind: before === null ? 'visitor' : 'session', address: request.address } as const;
    const by = CODES[path];
    if (path === STEP_PATHS.password && typeof email === 'string' && code === 'unauthorized') {
      const user = await store.findUser({ email });
      if (user !== null) await write(user.id, 'account.fail_sign_in', { ...more, kind: 'visitor' });
    } else if (by !== undefined && code === 'unauthorized') {
      const userID = challenged ?? before?.id ?? null;
      if (userID !== null) await write(userID, 'account.fail_code', { ...more, details: { by } });
    } else if (before !== null && PASSWORD_STEPS.includes(path) && code === 'forbidden') {
      await write(before.id, isWrongCode(error) ? 'account.fail_code' : 'account.fail_password', more);
    }
  }

  /** Runs after the response is sent, like {@link recordFailure}. */
  async function recordResetRequest({ input, request }: StepRequest): Promise<void> {
    const user = typeof input.email === 'string' ? await store.findUser({ email: input.email }) : null;
    const more = { kind: 'visitor', address: request.address } as const;
    if (user !== null) await write(user.id, 'account.request_password_reset', more);
  }

  return {
    write,
    async audited(step, work) {
      const { path, request } = step;
      const { cookie, address } = request;
      const isWritten =
        SIGN_IN_METHODS[path] !== undefined ||
        ACTIONS_BY_STEP[path] !== undefined ||
        PASSWORD_STEPS.includes(path);
      const before = isWritten ? await findChangingUser(path, cookie) : null;
      // Too many wrong codes end the pending sign-in, and afterwards its user can't be determined.
      const challenged = CODES[path] === undefined ? null : await challengedUser(cookie, clock.now());
      try {
        const result = await work();
        if (result.to?.includes('/sign-in?error=')) attempts.failed(path, address, null);
        if (isWritten) await recordSuccess(step, before, result);
        else if (path === STEP_PATHS.requestPasswordReset) runInBackground(recordResetRequest(step));
        return result;
      } catch (error) {
        if (error instanceof AppError) {
          attempts.failed(path, address, error);
          if (isWritten) runInBackground(recordFailure(step, { before, challenged }, error));
        }
        throw error;
      }
    },
  };
}

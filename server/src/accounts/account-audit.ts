import { AppError } from '@overdue/domain/error.ts';
import { type AuditStore, userAsActor } from '../audit/contract.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { TeamStore } from '../teams/contract.ts';
import type { AccountStore, User } from './contract.ts';
import type { Sessions } from './sessions.ts';
import type { FindChallengedUser } from './sign-in/challenge.ts';
import type { SignInLog } from './sign-in/sign-in-log.ts';
import { STEP_PATHS } from './sign-in/step-paths.ts';
import {
  checksCode,
  createStepRecords,
  isRecorded,
  type RecordedResult,
  type StepRequest,
  type WriteAudit,
} from './sign-in/step-records.ts';

export type AccountAuditStore = AuditStore & Pick<TeamStore, 'listMembers'> & Pick<AccountStore, 'findUser'>;

export interface AccountAudit {
  /** Performs a step, and records its result in the audit logs of all the user's teams before the response is sent. */
  audited<T extends RecordedResult>(step: StepRequest, work: () => Promise<T>): Promise<T>;
  readonly write: WriteAudit;
}

interface AccountAuditOptions {
  readonly store: AccountAuditStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'error'>;
  readonly recognize: Sessions['recognize'];
  readonly challengedUser: FindChallengedUser;
  readonly attempts: SignInLog;
  readonly runInBackground: (work: Promise<void>) => void;
  readonly onChange: (user: User, action: string) => void;
}

export function createAccountAudit({
  store,
  clock,
  log,
  recognize,
  challengedUser,
  attempts,
  runInBackground,
  onChange,
}: AccountAuditOptions): AccountAudit {
  const write: WriteAudit = async (userID, action, { kind, address, details = {} }) => {
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

  const records = createStepRecords({ store, clock, recognize, challengedUser, write, onChange });

  /** Returns the user who was signed in before a step; null if the step signs a user in. */
  async function findChangingUser(path: string, cookie: string | undefined): Promise<User | null> {
    const browser = await recognize(cookie, clock.now());
    const user = browser === null ? null : await store.findUser({ id: browser.session.userID });
    // This step either enables a new second factor, or completes the sign-in of a user who already has one.
    return path === STEP_PATHS.verifyTOTP && user?.twoFactor === true ? null : user;
  }

  return {
    write,
    async audited(step, work) {
      const { path, request } = step;
      const { cookie, address } = request;
      const isWritten = isRecorded(path);
      const before = isWritten ? await findChangingUser(path, cookie) : null;
      // The user is read before the step: too many wrong codes end the pending sign-in, which identifies the user.
      const challenged = checksCode(path) ? await challengedUser(cookie, clock.now()) : null;
      try {
        const result = await work();
        if (result.to?.includes('/sign-in?error=')) attempts.failed(path, address, null);
        if (isWritten) await records.success(step, before, result);
        else if (path === STEP_PATHS.requestPasswordReset) runInBackground(records.resetRequest(step));
        return result;
      } catch (error) {
        if (error instanceof AppError) {
          attempts.failed(path, address, error);
          if (isWritten) runInBackground(records.failure(step, { before, challenged }, error));
        }
        throw error;
      }
    },
  };
}

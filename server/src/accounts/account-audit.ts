import type { Clock } from '../clock.ts';
import { AppError } from '../domain/error.ts';
import type { Log } from '../log.ts';
import type { AccountStore, User } from '../store/account-store.ts';
import type { ActorKind, AuditDetails, AuditStore, MembershipStore } from '../store/team-store.ts';
import { cookieHeader } from './answers.ts';
import type { From, Sessions } from './sessions.ts';
import { CALLBACK_PATH } from './steps.ts';

export type AccountAuditStore = AuditStore &
  Pick<MembershipStore, 'membershipsOf'> &
  Pick<AccountStore, 'findUser' | 'findUserByEmail'>;

/** One step of an account, as far as the log wants to know. */
interface Taken {
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly asking: From & { readonly cookie: string | undefined };
}

export interface AccountAudit {
  /** Does a step, and writes what came of it to the logs of all teams that the account is in, before its answer. */
  around<T extends { readonly cookies: readonly string[] }>(taken: Taken, work: () => Promise<T>): Promise<T>;
  /** Of what is known only where it happens. */
  write(
    userID: string,
    action: string,
    more: { readonly kind: ActorKind; readonly address: string; readonly details?: AuditDetails },
  ): Promise<void>;
}

/** By what one signs in with a step. */
const SIGNS_IN: Readonly<Record<string, string>> = {
  '/sign-in/email': 'password',
  '/magic-link/verify': 'link',
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'backup code',
  '/passkey/verify-authentication': 'passkey',
  [CALLBACK_PATH]: 'identity provider',
};

/** What somebody who has signed in does with a step. Two-factor sign-in is on when its first code was right. */
const CHANGES: Readonly<Record<string, string>> = {
  '/change-password': 'account.change_password',
  '/sign-out': 'account.sign_out',
  '/two-factor/verify-totp': 'account.enable_two_factor',
  '/two-factor/disable': 'account.disable_two_factor',
  '/two-factor/generate-backup-codes': 'account.make_backup_codes',
  '/passkey/verify-registration': 'account.add_passkey',
  '/passkey/update-passkey': 'account.rename_passkey',
  '/passkey/delete-passkey': 'account.delete_passkey',
};

/** These also ask for the password that one has: a wrong one is a sign of somebody else at the keyboard. */
const PROVES: readonly string[] = ['/change-password', '/two-factor/disable', '/two-factor/enable'];

export function createAccountAudit({
  store,
  clock,
  log,
  recognize,
  behind,
  onChange,
}: {
  readonly store: AccountAuditStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'error'>;
  readonly recognize: Sessions['recognize'];
  /** Does something after the answer. */
  readonly behind: (work: Promise<void>) => void;
  /** Called with what somebody who has signed in has done to their account. */
  readonly onChange: (user: User, action: string) => void;
}): AccountAudit {
  const write: AccountAudit['write'] = async (userID, action, { kind, address, details = {} }) => {
    const entry = { at: clock.now(), action, target: null, details, remoteAddress: address };
    try {
      const person = await store.findActor(userID, null);
      const teams = await store.membershipsOf(userID);
      if (person === null) return;
      const actor = { kind, ...person };
      await store.recordAudit(teams.map(({ teamID }) => ({ ...entry, teamID, actor })));
    } catch (error) {
      log.error(
        { err: error, userID, entry },
        'What was done to an account could not be written to the audit log.',
      );
    }
  };

  async function userOf(cookie: string | undefined) {
    return (await recognize(cookie, clock.now()))?.session ?? null;
  }

  /** Who has signed in before a step that changes their account; null where the step is to sign somebody in. */
  async function changing(path: string, cookie: string | undefined): Promise<User | null> {
    const session = await userOf(cookie);
    const user = session === null ? null : await store.findUser(session.userID);
    // The same step that confirms a new second factor asks for one that is there.
    return path === '/two-factor/verify-totp' && user?.twoFactor === true ? null : user;
  }

  async function done(
    { path, asking }: Taken,
    before: User | null,
    cookies: readonly string[],
  ): Promise<void> {
    const { address } = asking;
    const action = CHANGES[path];
    if (before !== null && action !== undefined) {
      onChange(before, action);
      return write(before.id, action, { kind: 'session', address });
    }
    const by = SIGNS_IN[path];
    // Set by a first factor that wants a second one, too, and taken back in the same answer.
    const now = by === undefined ? null : await userOf(cookieHeader(cookies));
    if (now === null || by === undefined) return;
    await write(now.userID, 'account.sign_in', { kind: 'session', address, details: { by } });
  }

  /** Behind the answer: how long it takes would tell whether there is such an account. */
  async function failed(
    { path, input, asking }: Taken,
    before: User | null,
    { code }: AppError,
  ): Promise<void> {
    const { email } = input;
    const more = { kind: 'visitor', address: asking.address } as const;
    if (path === '/sign-in/email' && typeof email === 'string' && code === 'unauthorized') {
      const user = await store.findUserByEmail(email);
      if (user !== null) await write(user.id, 'account.fail_sign_in', more);
    } else if (before !== null && PROVES.includes(path) && code === 'forbidden') {
      await write(before.id, 'account.fail_password', { ...more, kind: 'session' });
    }
  }

  return {
    write,
    async around(taken, work) {
      const { path, asking } = taken;
      if (SIGNS_IN[path] === undefined && CHANGES[path] === undefined && !PROVES.includes(path))
        return work();
      const before = await changing(path, asking.cookie);
      try {
        const result = await work();
        await done(taken, before, result.cookies);
        return result;
      } catch (error) {
        if (error instanceof AppError) behind(failed(taken, before, error));
        throw error;
      }
    },
  };
}

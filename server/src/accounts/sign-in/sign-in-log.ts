import type { AppError } from '@overdue/domain/error.ts';
import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Log } from '../../platform/runtime/log.ts';
import { SIGN_IN_METHODS, STEP_PATHS } from './step-paths.ts';

/**
 * Maximum log lines per minute about attempts that the rate limits refused. Attempts with wrong credentials need no maximum,
 * because the rate limits already bound their number.
 */
const REFUSED_LINES_MAX = 100;

const METHODS: Readonly<Record<string, string>> = {
  ...SIGN_IN_METHODS,
  [STEP_PATHS.resetPassword]: 'reset link',
  [STEP_PATHS.changePassword]: 'password',
  [STEP_PATHS.confirmByPassword]: 'confirmation',
  [STEP_PATHS.confirmByPasskey]: 'confirmation',
};

export interface SignInLog {
  /** Logs a failed attempt with the client's address, for programs such as fail2ban (examples/fail2ban). */
  failed(path: string, address: string, error: Pick<AppError, 'code'> | null): void;
}

export function createSignInLog({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
}): SignInLog {
  let minute = 0;
  let refused = 0;

  function mayLogRefusal(): boolean {
    const now = Math.floor(clock.now() / MINUTE_MS);
    if (now !== minute) [minute, refused] = [now, 0];
    refused += 1;
    return refused <= REFUSED_LINES_MAX;
  }

  return {
    failed(path, address, error) {
      const method = METHODS[path];
      if (method === undefined) return;
      const code = error?.code ?? 'forbidden';
      if (code === 'rate_limited' ? !mayLogRefusal() : !WRONG_CREDENTIAL_CODES.includes(code)) return;
      log.warn(
        { address, method, reason: code === 'rate_limited' ? 'rate limit' : 'wrong' },
        'Failed sign-in.',
      );
    },
  };
}

/** Error codes for wrong credentials. Other codes mean an incomplete form or a defect. */
const WRONG_CREDENTIAL_CODES: readonly string[] = ['unauthorized', 'forbidden', 'bad_request'];

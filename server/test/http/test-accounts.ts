import { type Accounts, type AccountsOptions, createAccounts } from '../../src/accounts/accounts.ts';
import { systemClock } from '../../src/platform/runtime/clock.ts';
import { systemRandom } from '../../src/platform/runtime/random.ts';
import type { PasswordCost } from '../../src/platform/security/password.ts';

/** Cost of hashing a password: the minimum that argon2 accepts, because tests sign in more than a thousand times. */
const CHEAP: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };

/** Creates the real accounts module. By default, it has neither mail nor an identity provider. */
export function createTestAccounts(
  store: AccountsOptions['store'],
  options: Partial<AccountsOptions> = {},
): Accounts {
  return createAccounts({
    store,
    clock: systemClock,
    random: systemRandom,
    log: {
      warn() {},
      error(fields, message) {
        throw new Error(message, { cause: fields.err });
      },
    },
    mail: null,
    baseURL: 'https://overdue.example.com',
    secretKey: 'a key of at least 32 characters, for tests',
    passwords: true,
    oidc: null,
    passwordCost: CHEAP,
    ...options,
  });
}

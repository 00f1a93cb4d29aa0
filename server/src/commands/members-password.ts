import { AppError } from '@overdue/domain/error.ts';
import type { Command } from 'commander';
import { forgiveAccount } from '../accounts/sign-in/limits.ts';
import { hashPassword } from '../platform/security/password.ts';
import type { Store } from '../store/store.ts';
import { recordCommand } from './audit.ts';
import { type CommandLine, type CommonOptions, listing, report, withExistingStore } from './command-line.ts';
import { generatePassword, parseEmail } from './membership.ts';

interface PasswordOptions extends CommonOptions {
  readonly email: string;
  readonly withoutTwoFactor?: true;
}

export function addMembersPassword(members: Command, cli: CommandLine): void {
  members
    .command('password')
    .description(
      'create a new password for a person and print it once; ends all their sessions and forgets their trusted browsers',
    )
    .requiredOption('--email <address>', "the person's email address")
    .option(
      '--without-two-factor',
      'turn two-factor authentication off, for people who have lost their codes',
    )
    .option('--json', 'print JSON')
    .action(async (options: PasswordOptions) => {
      const result = await withExistingStore(cli, (store) => renew(cli, store, options));
      const listed = listing([
        ['Email', result.email],
        ['Password', result.password],
      ]);
      report(cli, {
        options,
        result,
        text: `${listed}\n\nThe password is shown only once. The person can change it in their account.`,
      });
    });
}

async function renew(
  cli: CommandLine,
  store: Store,
  options: PasswordOptions,
): Promise<{ readonly email: string; readonly password: string }> {
  const email = parseEmail(options.email);
  const user = await store.findUser({ email });
  if (user === null) throw new AppError('not_found', `No account has the address ${email}.`);
  const password = generatePassword(cli);
  const endsTwoFactor = options.withoutTwoFactor === true;
  const change = {
    kind: 'password',
    accountID: cli.random.uuid(),
    hash: await hashPassword(password, cli.random),
    endsTwoFactor,
  } as const;
  await store.changeCredentials(user.id, change, cli.clock.now());
  await forgiveAccount(store, user);
  for (const { teamID } of await store.listMembers({ userID: user.id })) {
    await recordCommand(store, cli, {
      teamID,
      action: 'account.renew_password',
      target: { kind: 'account', id: user.id, name: email },
      details: { endsTwoFactor },
    });
  }
  return { email, password };
}

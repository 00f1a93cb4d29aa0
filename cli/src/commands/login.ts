import { hostname } from 'node:os';
import { type Command, Option } from 'commander';
import { createClient } from '../../../sdk/src/client.ts';
import { awaitToken, LOGIN_SCOPES, type LoginScope, startLogin } from '../api/device-flow.ts';
import { parseServiceURL } from '../config/credentials.ts';
import { checkProfileName, readProfiles, writeProfiles } from '../config/profile-file.ts';
import { caFileOption } from '../options/ca-file.ts';
import { visibleLine } from '../print/plain.ts';
import { printResult } from '../print/result.ts';
import { styler } from '../print/style.ts';
import { type CommandLine, usageError, userAgentOf } from '../process/command-line.ts';

const EXAMPLES = `
Examples:
  overdue login https://overdue.example.com
  overdue login https://overdue.example.com --profile work --scope read

The command shows a code. Open the page that it names in any browser, even on another computer, and confirm the code.

Scopes: read (see everything), write (also change monitors, projects and channels), admin (also manage members, invitations,
project keys and the rules of the team). Commands need no more than write; request admin only for scripts that use the API.

Exit status: 0, 3 if the service can't be reached, 4 if the login was denied or its code has expired.`;

interface LoginOptions {
  readonly profile?: string;
  readonly scope: LoginScope;
  readonly json?: true;
}

const DEFAULT_PROFILE = 'default';

export function addLogin(program: Command, cli: CommandLine): void {
  program
    .command('login')
    .description('get a token, confirmed in a browser, and store it as a profile')
    .argument('[url]', 'address of the service (default: OVERDUE_URL, or the address in the profile)')
    .option('--profile <name>', 'name of the profile (default: the current one, or "default")')
    .addOption(
      new Option('--scope <scope>', 'what the token may do')
        .choices(LOGIN_SCOPES)
        .default('write' satisfies LoginScope),
    )
    .addOption(caFileOption())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', EXAMPLES)
    .action((address: string | undefined, options: LoginOptions) => logIn(cli, address, options));
}

async function logIn(cli: CommandLine, address: string | undefined, options: LoginOptions): Promise<void> {
  const before = readProfiles(cli.env);
  const name = checkProfileName(options.profile ?? before.current ?? DEFAULT_PROFILE);
  const url = addressOf(address ?? (cli.env.OVERDUE_URL || before.byName.get(name)?.url));
  const request = {
    url,
    hostName: hostname(),
    scope: options.scope,
    clock: cli.clock,
    fetch: cli.network.fetch,
    userAgent: userAgentOf(cli),
  } as const;
  const login = await startLogin(request);
  const code = styler(cli)(visibleLine(login.userCode), 'strong');
  // Standard output is reserved for the result.
  cli.writeError(
    `Open ${visibleLine(login.pageWithCode)}\nand confirm the code ${code}. Or enter the code at ${visibleLine(login.page)}\nWaiting…\n`,
  );
  const { token, tokenID } = await awaitToken(request, login);
  // Reads the profiles only now, because another login may have saved a profile in the meantime.
  const profiles = readProfiles(cli.env);
  const byName = new Map([...profiles.byName, [name, { url, token, tokenID }]]);
  writeProfiles({ ...profiles, current: name, byName });
  const { email, team } = await createClient(
    { baseURL: url, token, fetch: cli.network.fetch },
    cli.clock,
  ).accounts.get();
  printResult(cli, {
    json: options.json,
    value: { profile: name, url, email, team },
    text: () =>
      `Logged in to ${url} as ${visibleLine(email)}, in the team ${visibleLine(team?.name ?? '')}. The profile is ${name}.\nTo find and monitor the jobs of this host: overdue discover\n`,
  });
}

function addressOf(text: string | undefined): string {
  if (text !== undefined && text !== '') return parseServiceURL(text, 'The address of the service');
  throw usageError('Which service? Run: overdue login https://overdue.example.com');
}

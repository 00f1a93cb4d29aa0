import type { Command } from 'commander';
import type { ConfigurationInput, ConfigurationPlan } from '../../../sdk/src/api.generated.ts';
import type { Client } from '../../../sdk/src/client.ts';
import { OverdueError } from '../../../sdk/src/error.ts';
import { addServiceOptions, openService, type ServiceOptions } from '../api/connect.ts';
import { hasChanges, planText, summaryText } from '../configuration/print-plan.ts';
import { type ConfigurationFile, readConfigurationFile } from '../configuration/read-file.ts';
import { requireConfirmation } from '../print/confirm.ts';
import { printResult } from '../print/result.ts';
import type { CommandLine } from '../process/command-line.ts';

/** Exit status of --check if the team differs from the file. */
const DIFFERS = 2;

const EXAMPLES = `
Examples:
  overdue apply -f overdue.yaml
  overdue apply -f overdue.yaml --yes --prune
  overdue apply -f overdue.yaml --check

\${NAME} in a value stands for the environment variable NAME. Use it for secrets.

Exit status: 0; 1 if the service refused the changes; 2 if the file has mistakes, or if something differs with --check;
3 if the service can't be reached; 4 if the token is missing or not sufficient.`;

interface ApplyOptions extends ServiceOptions {
  readonly file: string;
  readonly prune?: true;
  readonly check?: true;
  readonly yes?: true;
}

export function addApply(program: Command, cli: CommandLine): void {
  const command = program
    .command('apply')
    .description('create and change the projects, monitors and other resources that a file describes')
    .requiredOption('-f, --file <file>', 'the configuration file; - for the standard input')
    .option('--prune', 'delete resources that the file manages but no longer contains')
    .option('--check', 'change nothing; exit with 2 if something differs')
    .option('-y, --yes', 'apply without asking; required without a terminal and with --json')
    .addHelpText('after', EXAMPLES);
  addServiceOptions(command).action((options: ApplyOptions) => apply(cli, options));
}

async function apply(cli: CommandLine, options: ApplyOptions): Promise<void> {
  const file = await readConfigurationFile(options.file, cli.env);
  const { client } = openService(cli, options);
  const input = { file: file.name, sections: file.sections, prune: options.prune === true };
  const plan = await send(client, file, input);
  if (options.check === true) {
    print(cli, options, { plan, file });
    if (hasChanges(plan)) cli.setStatus(DIFFERS);
    return;
  }
  const hasWork = plan.steps.some(({ action }) => action !== 'keep');
  if (!hasWork) return print(cli, options, { plan, file });
  if (options.json !== true) print(cli, options, { plan, file });
  await requireConfirmation(cli, options, 'Apply this plan?');
  const done = await send(client, file, { ...input, dryRun: false, planID: plan.planID });
  printResult(cli, { json: options.json, value: done, text: () => `${summaryText(done)}\n` });
}

/** Sends the file. Adds lines and columns to the mistakes that the service reports. */
async function send(
  client: Client,
  file: ConfigurationFile,
  input: ConfigurationInput,
): Promise<ConfigurationPlan> {
  try {
    return await client.configuration.apply(input);
  } catch (error) {
    if (!(error instanceof OverdueError) || error.fields.length === 0) throw error;
    throw file.explain(
      error.fields.map(({ path, message }) => ({ path: path.replace(/^sections\.?/, ''), message })),
    );
  }
}

function print(
  cli: CommandLine,
  { json }: ApplyOptions,
  { plan, file }: { readonly plan: ConfigurationPlan; readonly file: ConfigurationFile },
): void {
  printResult(cli, { json, value: plan, text: () => planText(plan, file.variables, cli) });
}

import { Argument, type Command } from 'commander';
import { AppError } from '../domain/error.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '../domain/schedule/timezone.ts';
import { CHANNELS_MAX } from '../http/v1/alerts/find-channel.ts';
import { initialDetails } from '../http/v1/monitors/detail-fields.ts';
import { fetchSource } from '../import/fetch-source.ts';
import { IMPORT_SOURCES, type ImportSource, type SourceContent, type SourceFile } from '../import/item.ts';
import { applyImport, type ImportParts, type ImportTarget, prepareImport } from '../import/prepare.ts';
import { readSource } from '../import/read-source.ts';
import type { Project } from '../store/projects/contract.ts';
import { findDefaultProject } from '../store/projects/contract.ts';
import type { Store } from '../store/store.ts';
import { recordCommand } from './audit.ts';
import { type CommandLine, type CommonOptions, configOf, report, withExistingStore } from './command-line.ts';
import { readSecret, readSourceFiles } from './import-files.ts';
import { type ImportReport, importReport, importText } from './import-report.ts';
import { chooseTeam } from './membership.ts';

interface ImportOptions extends CommonOptions {
  readonly team?: string;
  readonly project?: string;
  readonly keyFile?: string;
  readonly url?: string;
  readonly organization?: string;
  readonly timezone: string;
  readonly apply?: true;
  readonly skipCollisions?: true;
}

export function addImport(program: Command, cli: CommandLine): void {
  program
    .command('import')
    .description(
      'import monitors from another service, or from crontabs; only shows the plan unless --apply is given; exits with 1 if the ' +
        'plan has collisions',
    )
    .addArgument(new Argument('<source>', 'the service or format').choices(IMPORT_SOURCES))
    .argument(
      '[files...]',
      'exported files, kuma.db, crontabs, or folders such as /etc/cron.d (- for standard input)',
    )
    .option(
      '--key-file <file>',
      'read an API key of the service from a file, and use its API (- for standard input)',
    )
    .option('--url <url>', 'the address of a self-hosted service')
    .option('--organization <slug>', 'the organization, for Sentry')
    .option('--team <name>', 'the team; optional if there is only one')
    .option('--project <name>', 'the project, by name or shortID (default: the default project of the team)')
    .option('--timezone <zone>', 'the time zone of crontabs and timers that name none', 'UTC')
    .option('--skip-collisions', 'leave out items that collide')
    .option('--apply', 'import everything in one transaction')
    .option('--json', 'print JSON')
    .action(async (source: ImportSource, files: readonly string[], options: ImportOptions) => {
      const content = await readContent(cli, { source, files, options });
      const result = await withExistingStore(cli, (store) =>
        importContent(cli, store, { source, content, options }),
      );
      report(cli, { options, result, text: importText(result) });
      refuseCollisions(result, options);
    });
}

async function readContent(
  cli: CommandLine,
  {
    source,
    files,
    options,
  }: { readonly source: ImportSource; readonly files: readonly string[]; readonly options: ImportOptions },
): Promise<SourceContent> {
  if (parseTimezone(options.timezone) === null)
    throw new AppError('invalid', `--timezone: ${UNKNOWN_TIMEZONE}`);
  const all: SourceFile[] = [...(await readSourceFiles(cli, files))];
  if (options.keyFile !== undefined) {
    const { url, organization, keyFile } = options;
    const account = { key: await readSecret(cli, keyFile), url, organization };
    const progress = (items: number) => cli.writeError(`Read ${items} items.\n`);
    all.push(await fetchSource(source, { request: cli.request, account, report: progress }));
  }
  return readSource(source, all, { timezone: options.timezone });
}

async function importContent(
  cli: CommandLine,
  store: Store,
  {
    source,
    content,
    options,
  }: { readonly source: ImportSource; readonly content: SourceContent; readonly options: ImportOptions },
): Promise<ImportReport> {
  const team = await chooseTeam(store, options.team);
  const project = await chooseProject(store, team.id, options.project);
  const target: ImportTarget = { teamID: team.id, project };
  const config = configOf(cli);
  const parts: ImportParts = {
    store,
    random: cli.random,
    now: cli.clock.now(),
    catalog: content.channels.some(({ create }) => create !== null)
      ? await cli.openCatalog(config, store)
      : NO_CATALOG,
    initialDetails: initialDetails(),
    limits: { monitors: config.monitorAllowance, channels: CHANNELS_MAX },
  };
  const plan = await prepareImport(content, target, parts);
  const baseURL = config.baseURL;
  const isRefused = plan.counts.collision > 0 && options.skipCollisions !== true;
  if (options.apply !== true || isRefused) return importReport(plan, { created: null, baseURL });
  cli.writeError(`Importing ${plan.counts.create} monitors.\n`);
  const created = await applyImport(plan, target, parts);
  await recordCommand(store, cli, {
    teamID: team.id,
    action: 'monitors.import',
    target: null,
    details: {
      source,
      created: plan.counts.create,
      existing: plan.counts.exists,
      leftOut: plan.counts.left_out,
    },
  });
  return importReport(plan, { created, baseURL });
}

/** For imports without channels, which need no key. */
const NO_CATALOG: ImportParts['catalog'] = {
  parse: () => ({ ok: false, problems: [] }),
  seal() {
    throw new Error('No channel is expected.');
  },
};

async function chooseProject(store: Store, teamID: string, name: string | undefined): Promise<Project> {
  if (name === undefined) return findDefaultProject(store, teamID);
  const projects = await store.projects.list(teamID);
  const wanted = projects.filter((project) => project.shortID === name || project.name === name);
  const [first, ...others] = wanted;
  if (first !== undefined && others.length === 0) return first;
  const names = projects.map((project) => `${project.name} (${project.shortID})`).join(', ');
  const problem =
    first === undefined
      ? `There is no project ${JSON.stringify(name)}`
      : `Several projects have the name ${JSON.stringify(name)}`;
  throw new AppError(first === undefined ? 'not_found' : 'invalid', `${problem}. Projects: ${names}`);
}

function refuseCollisions({ counts }: ImportReport, { apply, skipCollisions }: ImportOptions): void {
  if (counts.collision === 0 || skipCollisions === true) return;
  const done = apply === true ? 'Nothing was imported, because ' : '';
  throw new AppError(
    'conflict',
    `${done}${counts.collision} items collide. Change them, or leave them out with --skip-collisions.`,
  );
}

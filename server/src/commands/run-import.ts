import { AppError } from '@overdue/domain/error.ts';
import { parseTimezone, UNKNOWN_TIMEZONE } from '@overdue/domain/schedule/timezone.ts';
import { CHANNELS_MAX } from '../channels/endpoints/schema.ts';
import type { ImportSource, ReportProgress } from '../compat/source/item.ts';
import { applyImport } from '../imports/apply-import.ts';
import { fetchSource } from '../imports/fetch-source.ts';
import { collisionsOf } from '../imports/plan.ts';
import {
  type ImportParts,
  type ImportRequest,
  type ImportTarget,
  prepareImport,
} from '../imports/prepare.ts';
import { readSource } from '../imports/read-source.ts';
import { initialDetails } from '../monitors/settings/detail-fields.ts';
import type { Project } from '../projects/contract.ts';
import { findDefaultProject } from '../projects/contract.ts';
import type { Store } from '../store/store.ts';
import { recordCommand } from './audit.ts';
import { type CommandLine, type CommonOptions, configOf, report, withExistingStore } from './command-line.ts';
import { readSecret, readSourceFiles } from './import-files.ts';
import { type ImportReport, importReport, importText } from './import-report.ts';
import { chooseTeam } from './membership.ts';

export interface ImportOptions extends CommonOptions {
  readonly team?: string;
  readonly project?: string;
  readonly keyFile?: string;
  readonly pingKeyFile?: string;
  readonly keepKey?: true;
  readonly history?: true;
  readonly continue?: true;
  readonly url?: string;
  readonly organization?: string;
  readonly timezone: string;
  readonly apply?: true;
  readonly skipCollisions?: true;
}

interface ImportCall {
  readonly source: ImportSource;
  readonly files: readonly string[];
  readonly options: ImportOptions;
}

/** Plans an import, carries it out with `--apply`, and reports the result. */
export async function runImport(cli: CommandLine, call: ImportCall): Promise<void> {
  const { options } = call;
  const wanted = await readWanted(cli, call);
  const result = await withExistingStore(cli, (store) => importWanted(cli, store, { wanted, options }));
  report(cli, { options, result, text: importText(result) });
  refuseCollisions(result, options);
}

/** Reads the given files; without files, reads the API of the service. */
async function readWanted(
  cli: CommandLine,
  { source, files: paths, options }: ImportCall,
): Promise<ImportRequest> {
  const { url, organization, keyFile, pingKeyFile, timezone } = options;
  if (parseTimezone(timezone) === null) throw new AppError('invalid', `--timezone: ${UNKNOWN_TIMEZONE}`);
  const key = keyFile === undefined ? undefined : await readSecret(cli, keyFile);
  const pingKey = pingKeyFile === undefined ? undefined : await readSecret(cli, pingKeyFile);
  const files = [...(await readSourceFiles(cli, paths))];
  if (key !== undefined && files.length === 0) {
    const account = { key, url, organization, history: options.history === true };
    files.push(await fetchSource(source, { request: cli.request, account, report: reportTo(cli) }));
  }
  const keys = { pingKey, apiKey: options.keepKey === true ? key : undefined };
  return { source, content: await readSource(source, files, { timezone, now: cli.clock.now() }), keys };
}

/** Prints the progress of the steps that may take long. */
function reportTo(cli: CommandLine): ReportProgress {
  return ({ step, done, total }) => {
    if (done === 0) return;
    if (step === 'read') cli.writeError(`Read ${done}${total === null ? '' : ` of ${total}`} items.\n`);
    if (step === 'history') cli.writeError(`Recorded ${done} of ${total} past runs.\n`);
  };
}

async function importWanted(
  cli: CommandLine,
  store: Store,
  { wanted, options }: { readonly wanted: ImportRequest; readonly options: ImportOptions },
): Promise<ImportReport> {
  const { source, content } = wanted;
  const team = await chooseTeam(store, options.team);
  const project = await chooseProject(store, team.id, options.project);
  const target: ImportTarget = { teamID: team.id, project, continuesStatus: options.continue === true };
  const config = configOf(cli);
  const parts: ImportParts = {
    store,
    random: cli.random,
    now: cli.clock.now(),
    createdBy: 'overdue-server',
    keyEnd: { expiresAt: null, endsWithToken: null },
    catalog: content.channels.some(({ create }) => create !== null)
      ? await cli.openCatalog(config, store)
      : NO_CATALOG,
    initialDetails: initialDetails(),
    limits: { monitors: config.monitorAllowance, channels: CHANNELS_MAX },
    report: reportTo(cli),
    mayTry: () => true,
  };
  const plan = await prepareImport(wanted, target, parts);
  const baseURL = config.baseURL;
  const isRefused = collisionsOf(plan).length > 0 && options.skipCollisions !== true;
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

/** Catalog for imports without channels, which don't need the encryption key. */
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

function refuseCollisions({ items, keys }: ImportReport, { apply, skipCollisions }: ImportOptions): void {
  const collisions = [...items, ...keys].filter(({ outcome }) => outcome === 'collision').length;
  if (collisions === 0 || skipCollisions === true) return;
  const done = apply === true ? 'Nothing was imported, because ' : '';
  throw new AppError(
    'conflict',
    `${done}${collisions} items collide. Change them, or leave them out with --skip-collisions.`,
  );
}

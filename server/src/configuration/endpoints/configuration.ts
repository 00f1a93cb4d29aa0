import type { PlanStep } from '@overdue/domain/configuration/plan-configuration.ts';
import { CONFIGURED_KINDS, itemID, SECTIONS } from '@overdue/domain/configuration/resource.ts';
import { AppError } from '@overdue/domain/error.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import type { AuditedChange } from '../../api/audit-facts.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { replanAndWake } from '../../api/replan-team.ts';
import { JSON_HEADERS, respond } from '../../api/respond.ts';
import { success } from '../../api/responses.ts';
import { serveDocument } from '../../platform/http/public-document.ts';
import { applyBody, exportQuery, exportSchema, fileName, planSchema, writePlan } from '../apply-schema.ts';
import { exportFile } from '../export-file.ts';
import { CONFIGURATION_KINDS } from '../kinds.ts';
import { makePlan } from '../make-plan.ts';
import { ITEMS_MAX, KEY } from '../read-items.ts';
import { savePlan } from '../save-plan.ts';
import { readTeamState } from '../team-state.ts';

const BODY_BYTES_MAX = 20_000_000;
/** Maximum marks of a file, as `parseJSON` counts them: about 50 for each item. */
const BODY_MARKS_MAX = 1_000_000;

const applyConfiguration = endpoint({
  ...NO_INPUT,
  method: 'post',
  path: '/v1/configuration/',
  operationID: 'applyConfiguration',
  tag: 'Configuration',
  summary: 'Apply a configuration file',
  description:
    'Compares a file with the team and returns the plan: each changed setting with its old and new value. With `"dryRun": false`, all ' +
    'changes are made in one transaction, or none. A file manages the resources that it created or took over, each under a key, and ' +
    `no resource belongs to two files. Settings that the file leaves out get their defaults. Up to ${ITEMS_MAX} items and 20 MB.`,
  permission: 'write',
  body: applyBody,
  bodyLimits: { bytesMax: BODY_BYTES_MAX, marksMax: BODY_MARKS_MAX },
  limitRunning: ({ access }, { runningConfigurations }, work) =>
    runningConfigurations.run(access.teamID, work),
  bodyExample: {
    file: 'production',
    sections: { monitors: { 'nightly-dump': { name: 'Nightly dump', schedule: { cron: '0 2 * * *' } } } },
  },
  responses: success(200, 'The plan, or the changes that were made.', { plan: planSchema }),
  errors: ['allowance_used_up', 'conflict'],
  async handle({ access, body, audit }, parts) {
    const { file, sections, prune, dryRun, planID } = body;
    const state = await readTeamState(access, parts);
    const prepared = await makePlan({ file, sections, prunes: prune }, state);
    if (planID !== undefined && planID !== prepared.planID) throw planChanged();
    const { steps } = prepared.plan;
    const isDone = steps.every(({ action }) => action === 'keep');
    if (dryRun || isDone) {
      audit({ isUnchanged: true });
      return respond(200, { plan: writePlan(prepared, dryRun ? null : new Map()) });
    }
    const ids = await savePlan(file, prepared, state);
    audit({ target: null, details: { file, ...countsOf(steps) }, changes: auditedChanges(file, steps, ids) });
    await wakeEngines(access.teamID, prepared, parts);
    return respond(200, { plan: writePlan(prepared, ids) });
  },
});

const exportConfiguration = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/configuration/',
  operationID: 'exportConfiguration',
  tag: 'Configuration',
  summary: 'Export the team as a configuration file',
  description:
    'Returns the team’s resources as the items of a file. Applying the file changes no settings, but the file then manages the resources. Leaves out secrets, settings ' +
    'that have their defaults, and resources that other files manage.',
  permission: 'write',
  query: exportQuery,
  responses: success(200, 'The file.', { configuration: exportSchema }),
  errors: ['invalid'],
  async handle({ access, query: { file } }, parts) {
    const state = await readTeamState(access, parts);
    const { sections, secrets } = await exportFile(file, state);
    return respond(200, { configuration: { file, sections, secrets } });
  },
});

export const CONFIGURATION_ENDPOINTS = [applyConfiguration, exportConfiguration];

function planChanged(): AppError {
  return new AppError(
    'conflict',
    'Nothing was changed, because the team or the file has changed since the plan was shown. Review a new plan, then apply it.',
  );
}

function countsOf(steps: readonly PlanStep[]): Readonly<Record<string, number>> {
  const count = (action: PlanStep['action']) => steps.filter((step) => step.action === action).length;
  return {
    created: count('create'),
    changed: count('change'),
    adopted: count('adopt'),
    deleted: count('delete'),
  };
}

/** Audit log names of kinds that have another name in configuration files. */
const NOUNS: Readonly<Partial<Record<PlanStep['kind'], string>>> = { status_page: 'share' };

function auditedChanges(
  file: string,
  steps: readonly PlanStep[],
  ids: ReadonlyMap<string, string>,
): readonly AuditedChange[] {
  return steps.flatMap((step): readonly AuditedChange[] => {
    const { action, kind, id, name, changes } = step;
    if (action === 'keep' || action === 'adopt') return [];
    const noun = NOUNS[kind] ?? kind;
    const verb = action === 'change' ? (kind === 'project' ? 'rename' : 'edit') : action;
    const changed = [...new Set(changes.map(({ path }) => path.split('.', 1)[0] ?? ''))];
    return [
      {
        action: `${noun}.${verb}`,
        target: { kind: noun, id: id ?? ids.get(itemID(step)) ?? '', name },
        details: { file, ...(action === 'change' ? { changed } : {}) },
      },
    ];
  });
}

/** Wakes the engines that the changes concern. */
async function wakeEngines(
  teamID: string,
  { plan: { steps }, existing }: Awaited<ReturnType<typeof makePlan>>,
  parts: V1Parts,
): Promise<void> {
  const { store, clock, wakeWatchdog } = parts;
  const kinds = new Set(steps.map(({ kind }) => kind));
  if (kinds.has('monitor')) wakeWatchdog();
  const changedChannels = steps.filter(({ kind, action }) => kind === 'channel' && action === 'change');
  if (changedChannels.length > 0) {
    const rows = new Map((await store.channels.list(teamID)).map(({ shortID, id }) => [shortID, id]));
    for (const step of changedChannels) {
      const rowID = rows.get(existing.get(itemID(step))?.id ?? '');
      if (rowID !== undefined) await store.makeAlertsDue({ channelID: rowID }, clock.now());
    }
  }
  if (kinds.has('maintenance') || changedChannels.length > 0) await replanAndWake(teamID, parts);
}

/** Serves the JSON Schema of configuration files, for editors. */
export function serveConfigurationSchema(): (context: Context) => Promise<Response> {
  return serveDocument(() => JSON.stringify(configurationJSONSchema()), {
    ...JSON_HEADERS,
    'Cache-Control': 'no-cache',
  });
}

function configurationJSONSchema(): object {
  const sections = Object.fromEntries(
    CONFIGURED_KINDS.map((kind) => [
      SECTIONS[kind].name,
      z.record(z.string().regex(KEY), CONFIGURATION_KINDS[kind].schema).nullable().optional(),
    ]),
  );
  const file = z.strictObject({ name: fileName, ...sections }).meta({
    title: 'Configuration file of Overdue',
    description: 'Projects, monitors and everything around them, for `overdue apply`.',
  });
  return z.toJSONSchema(file, { io: 'input', unrepresentable: 'any', target: 'draft-7' });
}

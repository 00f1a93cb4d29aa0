import { z } from 'zod';
import { AppError } from '../../domain/error.ts';
import { HOUR_MS } from '../../domain/time-units.ts';
import type { MonitorRecord } from '../../store/records.ts';
import { answerText } from '../v1/api/answer.ts';
import type { KeyedDependencies } from '../v1/api/endpoint.ts';
import { parseInput } from '../v1/api/problems.ts';
import { applyEdit, pauseOrResume } from '../v1/monitors/apply-edit.ts';
import { createMonitorFrom } from '../v1/monitors/create-monitor.ts';
import { buildEdit } from '../v1/monitors/edit.ts';
import { createMonitorBody, editMonitorBody } from '../v1/monitors/input.ts';
import { answerYAML } from './answer-yaml.ts';
import type { CronitorHandler, CronitorRequest } from './cronitor-request.ts';
import { findByKey, requireByKey } from './find-monitors.ts';
import { exportCronitorMonitor, writeCronitorMonitor } from './monitor-json.ts';
import { inputFromSpec, type MonitorSpec, parseMonitorSpec } from './monitor-spec.ts';
import { readSpecs } from './read-specs.ts';

/** A valid change that is ready to be made. */
interface Change {
  readonly spec: MonitorSpec;
  readonly record: MonitorRecord | null;
  make(): Promise<MonitorRecord>;
}

async function checkChange(
  entry: unknown,
  request: CronitorRequest,
  parts: KeyedDependencies,
): Promise<Change> {
  const { projectKey, channels } = request;
  const spec = parseMonitorSpec(entry);
  const record = spec.key == null || spec.key === '' ? null : await findByKey(projectKey, parts, spec.key);
  const input = inputFromSpec(spec, { record, channels });
  if (record === null) {
    const body = parseInput(createMonitorBody, input);
    return { spec, record, make: () => createMonitorFrom(body, projectKey, parts) };
  }
  const edit = buildEdit(
    { access: projectKey, body: parseInput(editMonitorBody, input), ifMatch: null },
    record,
    parts,
  );
  return {
    spec,
    record,
    async make() {
      await applyEdit(edit, parts);
      return currentOf(record, parts);
    },
  };
}

/** Checks all changes of a request before the first one is made. Throws one error that lists the problems by monitor key. */
async function checkAll(
  entries: readonly unknown[],
  request: CronitorRequest,
  parts: KeyedDependencies,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  const problems: string[] = [];
  for (const entry of entries) {
    try {
      changes.push(await checkChange(entry, request, parts));
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'invalid' && error.code !== 'conflict'))
        throw error;
      problems.push(`${keyOf(entry)}: ${textOf(error)}`);
    }
  }
  if (problems.length > 0) throw new AppError('invalid', problems.join(' '));
  await requireAllowance(changes, request, parts);
  return changes;
}

async function requireAllowance(
  changes: readonly Change[],
  { projectKey }: CronitorRequest,
  { store, allowance }: KeyedDependencies,
): Promise<void> {
  const created = changes.filter(({ record }) => record === null).length;
  if (created === 0 || (await store.countUsage(projectKey.teamID)).monitors + created <= allowance) return;
  throw new AppError(
    'allowance_used_up',
    `The team's allowance of ${allowance} monitors leaves no room for ${created} more.`,
  );
}

function keyOf(entry: unknown): string {
  return z.looseObject({ key: z.string() }).safeParse(entry).data?.key ?? 'a monitor';
}

function textOf({ message, fields }: AppError): string {
  return fields.length === 0 ? message : fields.map((field) => `${field.path}: ${field.message}`).join(' ');
}

async function makeAll(
  changes: readonly Change[],
  { auditChange }: CronitorRequest,
): Promise<readonly MonitorRecord[]> {
  const made: MonitorRecord[] = [];
  for (const change of changes) {
    const record = await change.make();
    auditChange(record, change.record === null ? 'monitor.create' : 'monitor.edit');
    made.push(record);
  }
  return made;
}

/** Creates and changes monitors by key. Changes nothing if any monitor is invalid. With `rollback`, only checks the request. */
export const putMonitors: CronitorHandler = async (request, parts) => {
  const { entries, form, isCheck } = await readSpecs(request.context);
  const changes = await checkAll(entries, request, parts);
  if (isCheck)
    return answerMade(
      entries.map((entry) => z.looseObject({}).parse(entry)),
      form,
    );
  const made = await makeAll(changes, request);
  if (form === 'yaml')
    return answerYAML(
      Object.fromEntries(
        made.map((record) => [record.details.slug, exportCronitorMonitor(record, request.view)]),
      ),
    );
  return answerMade(
    made.map((record, index) =>
      writeCronitorMonitor(record, request.view, changes[index]?.spec.key ?? undefined),
    ),
    form,
  );
};

function answerMade(
  monitors: readonly object[],
  form: 'list' | 'object' | 'yaml',
): Response | Promise<Response> {
  if (form === 'yaml')
    return answerYAML(Object.fromEntries(monitors.map((each) => [keyOf(each), each] as const)));
  return answerText(200, JSON.stringify(form === 'list' ? monitors : { monitors }));
}

export const postMonitor: CronitorHandler = async (request, parts) => {
  const [entry, another] = (await readSpecs(request.context)).entries;
  if (another !== undefined) throw new AppError('invalid', 'POST creates one monitor. Use PUT for several.');
  const [change] = await checkAll([entry], request, parts);
  if (change === undefined || change.record !== null)
    throw new AppError('invalid', `The monitor "${keyOf(entry)}" exists. Use PUT to change it.`);
  const [record] = await makeAll([change], request);
  if (record === undefined) throw new Error('The monitor was not created.');
  return answerText(201, JSON.stringify(writeCronitorMonitor(record, request.view)));
};

const HOURS = /^\d{1,5}$/;

/** Without hours, pauses a monitor. With hours, mutes its alerts; 0 hours ends pause and mute. Cronitor's clients send a GET. */
export const pauseMonitor: CronitorHandler = async (request, parts) => {
  const { context, projectKey, auditChange } = request;
  const record = await requireByKey(projectKey, parts, context.req.param('key') ?? '');
  const hours = context.req.param('hours');
  if (hours !== undefined && !HOURS.test(hours))
    throw new AppError('invalid', 'The number of hours must be 0 to 99999.');
  const at = parts.clock.now();
  const edit = { monitorID: record.id, teamID: projectKey.teamID, at, references: [] };
  const isMute = hours !== undefined && Number(hours) > 0;
  const mutedUntil = isMute ? at + Number(hours) * HOUR_MS : null;
  if (!isMute) {
    const kind = hours === undefined ? 'pause' : 'resume';
    if (await applyEdit({ ...edit, merge: pauseOrResume(kind, at, null) }, parts))
      auditChange(record, `monitor.${kind}`);
  }
  if (hours !== undefined && record.details.alerting.mutedUntil !== mutedUntil) {
    const body = parseInput(editMonitorBody, {
      mutedUntil: mutedUntil === null ? null : new Date(mutedUntil).toISOString(),
    });
    await applyEdit(buildEdit({ access: projectKey, body, ifMatch: null }, record, parts), parts);
    auditChange(record, 'monitor.edit');
  }
  const current = await currentOf(record, parts);
  return answerText(200, JSON.stringify(writeCronitorMonitor(current, request.view)));
};

export const deleteMonitor: CronitorHandler = async (request, parts) => {
  const record = await requireByKey(request.projectKey, parts, request.context.req.param('key') ?? '');
  await deleteRecord(record, request, parts);
  return new Response(null, { status: 204 });
};

const named = z.object({ monitors: z.array(z.string()).max(1000) });

export const deleteMonitors: CronitorHandler = async (request, parts) => {
  const parsed = named.safeParse(await request.context.req.json().catch(() => null));
  if (!parsed.success) throw new AppError('invalid', 'Send {"monitors": ["key", …]}, at most 1000 keys.');
  const missing: string[] = [];
  for (const name of parsed.data.monitors) {
    const record = await findByKey(request.projectKey, parts, name);
    if (record === null) missing.push(name);
    else await deleteRecord(record, request, parts);
  }
  const requested = parsed.data.monitors.length;
  return answerText(
    200,
    JSON.stringify({
      deleted_count: requested - missing.length,
      requested_count: requested,
      errors: { missing },
    }),
  );
};

async function deleteRecord(
  record: MonitorRecord,
  { auditChange }: CronitorRequest,
  { store, clock, live }: KeyedDependencies,
): Promise<void> {
  const deleted = await store.deleteMonitors([record.id], clock.now());
  if (deleted.length === 0) return;
  live.monitorDeleted(record.teamID, record.shortID);
  auditChange(record, 'monitor.delete');
}

async function currentOf(
  { teamID, id }: MonitorRecord,
  { store }: KeyedDependencies,
): Promise<MonitorRecord> {
  const [record] = await store.findMonitors(teamID, { ids: [id] });
  if (record === undefined) throw new AppError('not_found', 'The monitor has just been deleted.');
  return record;
}

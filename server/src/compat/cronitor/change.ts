import { AppError } from '@overdue/domain/error.ts';
import { normalizePingID } from '@overdue/domain/ping/ping.ts';
import type { Context } from 'hono';
import { z } from 'zod';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { alertingReferences, type RequestedReference, referencesTo } from '../../api/missing-references.ts';
import { parseInput } from '../../api/problems.ts';
import { respondText } from '../../api/respond.ts';
import { importMonitors } from '../../configuration/import-monitors.ts';
import type { MonitorEdit, MonitorRecord } from '../../database/records.ts';
import { buildEdit } from '../../monitors/endpoints/edit.ts';
import { newMonitorFrom, withNewIDs } from '../../monitors/new-monitor.ts';
import { type CreateMonitor, createMonitorBody, editMonitorBody } from '../../monitors/settings/input.ts';
import type { ChosenBy } from '../../platform/http/chosen-ping-ids.ts';
import {
  type CronitorRequest,
  type RespondCronitor,
  readAnyJSON,
  readText,
  respondYAML,
} from './cronitor-request.ts';
import { findByKey } from './find-monitors.ts';
import { cronitorKeyOf, exportCronitorMonitor, writeCronitorMonitor } from './monitor-json.ts';
import {
  fitSpec,
  inputFromSpec,
  type MonitorSpec,
  parseMonitorSpec,
  readMonitorSpec,
} from './monitor-spec.ts';

/** A change, together with the settings as the request contains them. */
type SentChange = MonitorSave & { readonly spec: MonitorSpec };

interface Checking {
  readonly request: CronitorRequest;
  readonly parts: KeyedDependencies;
  /** Whether an agent sent the definitions. Settings that Overdue doesn't support are then left out, instead of refused. */
  readonly isLenient: boolean;
}

async function checkChange(
  entry: unknown,
  { request: { projectKey, channels }, parts, isLenient }: Checking,
): Promise<SentChange> {
  const readable = isLenient ? readMonitorSpec(entry) : { spec: parseMonitorSpec(entry), notes: [] };
  const { spec: sent } = readable;
  const record = sent.key == null || sent.key === '' ? null : await findByKey(projectKey, parts, sent.key);
  const spec = isLenient ? fitSpec(readable, { record, channels }) : sent;
  const input = inputFromSpec(spec, { record, channels });
  if (record === null) return { kind: 'create', spec, body: parseInput(createMonitorBody, input) };
  const body = parseInput(editMonitorBody, input);
  const edit = buildEdit({ access: projectKey, body, ifMatch: null }, record, parts);
  return { kind: 'edit', spec, record, edit };
}

/** A definition that can't be saved. */
interface Refused {
  readonly key: string;
  readonly reason: string;
}

/** Checks the definitions of a request before the first change. */
async function checkEach(
  entries: readonly unknown[],
  checking: Checking,
): Promise<{ readonly changes: readonly SentChange[]; readonly refused: readonly Refused[] }> {
  const changes: SentChange[] = [];
  const refused: Refused[] = [];
  const keys = new Set<string>();
  for (const entry of entries) {
    try {
      const change = await checkChange(entry, checking);
      const { key } = change.spec;
      if (key != null && key !== '' && keys.has(key))
        throw new AppError('invalid', 'Several monitors in the request have this key.');
      if (key != null) keys.add(key);
      changes.push(change);
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'invalid' && error.code !== 'conflict'))
        throw error;
      refused.push({ key: keyOf(entry), reason: textOf(error) });
    }
  }
  return { changes, refused };
}

/** Checks all definitions of a request. Throws one error that lists the problems by monitor key. */
async function checkAll(
  entries: readonly unknown[],
  request: CronitorRequest,
  parts: KeyedDependencies,
): Promise<readonly SentChange[]> {
  const { changes, refused } = await checkEach(entries, { request, parts, isLenient: false });
  if (refused.length > 0)
    throw new AppError('invalid', refused.map(({ key, reason }) => `${key}: ${reason}`).join(' '));
  await requireAllowance(changes, request, parts);
  return changes;
}

/** Checks the definitions of an agent. Leaves out those that can't be saved, and writes them to the service's log. */
async function checkDiscovered(
  entries: readonly unknown[],
  request: CronitorRequest,
  parts: KeyedDependencies,
): Promise<readonly SentChange[]> {
  const { changes, refused } = await checkEach(entries, { request, parts, isLenient: true });
  if (refused.length > 0)
    parts.log.warn(
      { team: request.projectKey.teamID, project: request.projectKey.projectShortID, refused },
      'Definitions of an agent were left out, because they can’t be saved.',
    );
  await requireAllowance(changes, request, parts);
  return changes;
}

async function requireAllowance(
  changes: readonly MonitorSave[],
  { projectKey }: CronitorRequest,
  { store, allowance }: KeyedDependencies,
): Promise<void> {
  const created = changes.filter(({ kind }) => kind === 'create').length;
  if (created === 0 || (await store.countUsage(projectKey.teamID)).monitors + created <= allowance) return;
  throw allowanceError(allowance, created);
}

function keyOf(entry: unknown): string {
  return z.looseObject({ key: z.string() }).safeParse(entry).data?.key ?? 'a monitor';
}

function textOf({ message, fields }: AppError): string {
  return fields.length === 0 ? message : fields.map((field) => `${field.path}: ${field.message}`).join(' ');
}

/**
 * Creates and changes monitors by key, all of them or none. With `rollback`, only checks the request. With `auto-discover`, which
 * agents send, one odd definition doesn't affect the others.
 */
export const putMonitors: RespondCronitor = async (request, parts) => {
  const { entries, format, isDryRun } = await readSpecs(request.context);
  const isDiscovered = (request.context.req.query('auto-discover') ?? '') !== '';
  const check = isDiscovered ? checkDiscovered : checkAll;
  const changes = await check(entries, request, parts);
  if (isDryRun)
    return respondMonitors(
      entries.map((entry) => z.looseObject({}).parse(entry)),
      format,
    );
  const savedMonitors = await saveMonitors(changes, request, parts);
  if (format === 'yaml')
    return respondYAML(
      Object.fromEntries(
        savedMonitors.map((record) => [
          cronitorKeyOf(record, request.view),
          exportCronitorMonitor(record, request.view),
        ]),
      ),
    );
  return respondMonitors(
    savedMonitors.map((record, index) =>
      writeCronitorMonitor(record, request.view, changes[index]?.spec.key ?? undefined),
    ),
    format,
  );
};

function respondMonitors(
  monitors: readonly object[],
  format: 'list' | 'object' | 'yaml',
): Response | Promise<Response> {
  if (format === 'yaml')
    return respondYAML(Object.fromEntries(monitors.map((monitor) => [keyOf(monitor), monitor] as const)));
  return respondText(200, JSON.stringify(format === 'list' ? monitors : { monitors }));
}

export const postMonitor: RespondCronitor = async (request, parts) => {
  const [entry, another] = (await readSpecs(request.context)).entries;
  if (another !== undefined) throw new AppError('invalid', 'POST creates one monitor. Use PUT for several.');
  const [change] = await checkAll([entry], request, parts);
  if (change === undefined || change.kind === 'edit')
    throw new AppError('invalid', `The monitor "${keyOf(entry)}" exists. Use PUT to change it.`);
  const [record] = await saveMonitors([change], request, parts);
  if (record === undefined) throw new Error('The monitor was not created.');
  return respondText(201, JSON.stringify(writeCronitorMonitor(record, request.view)));
};

/** Maximum monitors in one request. */
const MONITORS_MAX = 1000;

interface SentSpecs {
  readonly entries: readonly unknown[];
  /** Format of the body. The response uses the same format. */
  readonly format: 'list' | 'object' | 'yaml';
  /** Whether to check the monitors without saving them. */
  readonly isDryRun: boolean;
}

const monitorList = z.looseObject({ monitors: z.array(z.unknown()), rollback: z.boolean().optional() });

/** Reads a list of the form `{"monitors": […]}`, a single monitor, or YAML sections. Ignores the content type. */
async function readSpecs(context: Context): Promise<SentSpecs> {
  const text = await readText(context);
  const sent = readAsJSON(text) ?? (await readAsYAML(text));
  if (sent.entries.length > MONITORS_MAX)
    throw new AppError(
      'too_large',
      `One request accepts at most ${MONITORS_MAX} monitors. Send several requests.`,
    );
  return sent;
}

function readAsJSON(text: string): SentSpecs | null {
  const value = readAnyJSON(text);
  if (value === undefined) return null;
  if (Array.isArray(value)) return { entries: value, format: 'list', isDryRun: false };
  const { data, success } = monitorList.safeParse(value);
  if (success) return { entries: data.monitors, format: 'object', isDryRun: data.rollback === true };
  if (typeof value === 'object' && value !== null && 'key' in value)
    return { entries: [value], format: 'object', isDryRun: false };
  throw new AppError('invalid', 'Send a list of monitors, or an object with the list "monitors".');
}

async function readAsYAML(text: string): Promise<SentSpecs> {
  const { readCronitorFile } = await import('./import.ts');
  return { ...readCronitorFile(text), format: 'yaml' };
}

/** A valid change that is ready to be saved. */
type MonitorSave =
  | { readonly kind: 'create'; readonly body: CreateMonitor }
  | { readonly kind: 'edit'; readonly record: MonitorRecord; readonly edit: MonitorEdit };

/** Saves all changes in one transaction, or none of them. Returns the monitors in the order of the changes. */
async function saveMonitors(
  changes: readonly MonitorSave[],
  { context, projectKey, auditChange }: CronitorRequest,
  parts: KeyedDependencies,
): Promise<readonly MonitorRecord[]> {
  const { store, clock, random, allowance, wakeWatchdog } = parts;
  const { teamID } = projectKey;
  const createdAt = clock.now();
  const bodies = changes.flatMap((change) => (change.kind === 'create' ? [change.body] : []));
  const chosenBy = { teamID, address: parts.remoteAddress(context) };
  const untried = bodies.filter(({ pingID }) => !mayTry(pingID, chosenBy, parts));
  if (untried.length > 0) throw refusedKeysError(untried.map(({ pingID = '' }) => pingID));
  const edits = changes.flatMap((change) => (change.kind === 'edit' ? [change.edit] : []));
  const monitors = bodies.map((body) =>
    withNewIDs(newMonitorFrom(body, projectKey, { ...parts, createdAt }), body.pingID ?? null, random),
  );
  const project: RequestedReference = {
    kind: 'project',
    path: 'project',
    shortID: projectKey.projectShortID,
  };
  const saved = await importMonitors(
    store,
    { teamID, monitors, edits, channels: [], projectKeys: [], legacyIDs: [] },
    {
      limits: { monitors: allowance, channels: Number.POSITIVE_INFINITY },
      references: referencesTo(teamID, [project, ...bodies.flatMap(alertingReferences)]),
    },
  );
  if (saved.outcome === 'id_taken') throw await takenKeysError(bodies, store);
  if (saved.outcome === 'allowance_used_up') throw allowanceError(allowance, bodies.length);
  if (saved.outcome !== 'imported')
    throw new AppError('conflict', 'A monitor was deleted at the same time. Nothing was changed. Try again.');
  if (edits.length > 0) wakeWatchdog();
  const newIDs = [...saved.monitorIDs];
  const ids = changes.map((change) => (change.kind === 'edit' ? change.record.id : newIDs.shift()));
  const stored = await store.findMonitors(teamID, { ids: ids.filter((id) => id !== undefined) });
  const records = new Map(stored.map((record) => [record.id, record]));
  return changes.map(({ kind }, index) => {
    const record = records.get(ids[index] ?? 0);
    if (record === undefined)
      throw new AppError('not_found', 'A monitor was deleted during the request. Try again.');
    auditChange(record, `monitor.${kind}`);
    return record;
  });
}

function allowanceError(allowance: number, count: number): AppError {
  return new AppError(
    'allowance_used_up',
    `The team's allowance of ${allowance} monitors leaves no room for ${count} more. Nothing was changed.`,
  );
}

async function takenKeysError(
  bodies: readonly CreateMonitor[],
  { monitorsByPingID }: Pick<KeyedDependencies['store'], 'monitorsByPingID'>,
): Promise<AppError> {
  const keysInUse: string[] = [];
  for (const { pingID } of bodies) {
    const normalized = pingID === undefined ? null : normalizePingID(pingID);
    if (pingID !== undefined && normalized !== null && (await monitorsByPingID.find(normalized, 0)) !== null)
      keysInUse.push(pingID);
  }
  if (keysInUse.length === 0)
    return new AppError('conflict', 'A key was taken at the same time. Nothing was changed. Try again.');
  return refusedKeysError(keysInUse);
}

function mayTry(
  pingID: string | undefined,
  chosenBy: ChosenBy,
  { chosenPingIDs }: Pick<KeyedDependencies, 'chosenPingIDs'>,
): boolean {
  const normalized = pingID === undefined ? null : normalizePingID(pingID);
  return normalized === null || chosenPingIDs.mayTry(normalized, chosenBy);
}

/** Returns the refusal of keys. Doesn't say whether another team has them, because such keys are credentials. */
function refusedKeysError(keys: readonly string[]): AppError {
  return new AppError(
    'invalid',
    `These keys can’t be used here: ${keys.join(', ')}. Choose others. Nothing was changed.`,
  );
}

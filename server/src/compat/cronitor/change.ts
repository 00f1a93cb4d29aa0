import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { parseInput } from '../../api/problems.ts';
import { respondText } from '../../api/respond.ts';
import { buildEdit } from '../../monitors/endpoints/edit.ts';
import { createMonitorBody, editMonitorBody } from '../../monitors/settings/input.ts';
import type { CronitorRequest, RespondCronitor } from './cronitor-request.ts';
import { findByKey } from './find-monitors.ts';
import { fitSpec } from './fit-spec.ts';
import { cronitorKeyOf, exportCronitorMonitor, writeCronitorMonitor } from './monitor-json.ts';
import { inputFromSpec, type MonitorSpec, parseMonitorSpec } from './monitor-spec.ts';
import { readSpecs } from './read-specs.ts';
import { respondYAML } from './respond-yaml.ts';
import { allowanceError, type MonitorSave, saveMonitors } from './save-monitors.ts';

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
  const sent = parseMonitorSpec(entry);
  const record = sent.key == null || sent.key === '' ? null : await findByKey(projectKey, parts, sent.key);
  const spec = isLenient ? fitSpec(sent, { record, channels }) : sent;
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

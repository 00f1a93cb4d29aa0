import { AppError } from '@overdue/domain/error.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { HOUR_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { referencesTo } from '../../api/missing-references.ts';
import { parseInput } from '../../api/problems.ts';
import { respondText } from '../../api/respond.ts';
import { singleLineText } from '../../api/schemas.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { applyEdit, pauseOrResume } from '../../monitors/apply-edit.ts';
import { buildEdit } from '../../monitors/endpoints/edit.ts';
import { currentMonitor } from '../../monitors/find-monitor.ts';
import { insertMonitor } from '../../monitors/new-monitor.ts';
import { editMonitorBody } from '../../monitors/settings/input.ts';
import { type CronitorRequest, type RespondCronitor, readJSON } from './cronitor-request.ts';
import { findByKey, requireByKey } from './find-monitors.ts';
import { writeCronitorMonitor } from './monitor-json.ts';

const HOURS = /^\d{1,5}$/;

/**
 * Pauses a monitor, or mutes its alerts if the path contains hours; 0 hours ends the pause and the mute. Accepts GET, because
 * Cronitor's clients send GET.
 */
export const pauseMonitor: RespondCronitor = async (request, parts) => {
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
  const current = await currentMonitor(record, parts);
  return respondText(200, JSON.stringify(writeCronitorMonitor(current, request.view)));
};

const cloned = z.looseObject({ key: z.string(), name: singleLineText(1, 200).optional() });

/** Creates a monitor with the settings of another monitor, but a new ping ID and a new slug. */
export const cloneMonitor: RespondCronitor = async ({ context, projectKey, view, auditChange }, parts) => {
  const sent: unknown = await readJSON(context);
  if (sent === null) throw new AppError('invalid', 'Send {"key": "…"} and, optionally, "name".');
  const { key: original, name } = parseInput(cloned, sent);
  const { teamID, rules, state, details } = await requireByKey(projectKey, parts, original);
  const createdAt = parts.clock.now();
  const record = await insertMonitor(
    {
      teamID,
      createdAt,
      details: { ...details, name: name ?? `${details.name.slice(0, 190)} (copy)`, slug: '', forwardTo: '' },
      monitor: { rules, state: newMonitorState({ kind: rules.kind, createdAt, paused: state.paused }) },
    },
    { foreignPingID: null, references: referencesTo(teamID, []) },
    parts,
  );
  auditChange(record, 'monitor.create');
  return respondText(201, JSON.stringify(writeCronitorMonitor(record, view)));
};

export const deleteMonitor: RespondCronitor = async (request, parts) => {
  const record = await requireByKey(request.projectKey, parts, request.context.req.param('key') ?? '');
  await deleteRecord(record, request, parts);
  return new Response(null, { status: 204 });
};

const named = z.object({ monitors: z.array(z.string()).max(1000) });

export const deleteMonitors: RespondCronitor = async (request, parts) => {
  const parsed = named.safeParse(await readJSON(request.context));
  if (!parsed.success) throw new AppError('invalid', 'Send {"monitors": ["key", …]}, at most 1000 keys.');
  const missing: string[] = [];
  for (const name of parsed.data.monitors) {
    const record = await findByKey(request.projectKey, parts, name);
    if (record === null) missing.push(name);
    else await deleteRecord(record, request, parts);
  }
  const requested = parsed.data.monitors.length;
  return respondText(
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
  { store, clock }: KeyedDependencies,
): Promise<void> {
  const deleted = await store.deleteMonitors([record.id], clock.now());
  if (deleted.length === 0) return;
  auditChange(record, 'monitor.delete');
}

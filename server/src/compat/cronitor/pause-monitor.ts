import { AppError } from '@overdue/domain/error.ts';
import { HOUR_MS } from '@overdue/domain/time-units.ts';
import { parseInput } from '../../api/problems.ts';
import { respondText } from '../../api/respond.ts';
import { applyEdit, pauseOrResume } from '../../monitors/apply-edit.ts';
import { buildEdit } from '../../monitors/endpoints/edit.ts';
import { currentMonitor } from '../../monitors/find-monitor.ts';
import { editMonitorBody } from '../../monitors/settings/input.ts';
import type { RespondCronitor } from './cronitor-request.ts';
import { requireByKey } from './find-monitors.ts';
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

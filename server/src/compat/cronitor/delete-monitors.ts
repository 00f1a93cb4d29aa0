import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import type { KeyedDependencies } from '../../api/dependencies.ts';
import { respondText } from '../../api/respond.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { CronitorRequest, RespondCronitor } from './cronitor-request.ts';
import { findByKey, requireByKey } from './find-monitors.ts';
import { readJSON } from './read-json.ts';

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
  { store, clock, live }: KeyedDependencies,
): Promise<void> {
  const deleted = await store.deleteMonitors([record.id], clock.now());
  if (deleted.length === 0) return;
  live.monitorDeleted(record.teamID, record.shortID);
  auditChange(record, 'monitor.delete');
}

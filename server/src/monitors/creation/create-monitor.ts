import type { EmptySlug } from '@overdue/domain/ping/slug.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { alertingReferences, referencesTo } from '../../api/missing-references.ts';
import type { MonitorRecord } from '../../database/records.ts';
import type { CreateMonitor } from '../settings/input.ts';
import { insertMonitor } from './insert-monitor.ts';
import { newMonitorFrom, type OwnProject } from './new-monitor.ts';

/** Creates a monitor with the settings of a request. */
export function createMonitorFrom(
  body: CreateMonitor,
  { emptySlug = 'derived', ...project }: OwnProject & { readonly emptySlug?: EmptySlug },
  parts: Pick<V1Parts, 'store' | 'random' | 'allowance' | 'clock'>,
): Promise<MonitorRecord> {
  const references = referencesTo(project.teamID, alertingReferences(body));
  const monitor = { ...newMonitorFrom(body, project, parts.clock.now()), emptySlug };
  return insertMonitor(monitor, { foreignPingID: body.pingID ?? null, references }, parts);
}

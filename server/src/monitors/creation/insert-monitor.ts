import { AppError } from '@overdue/domain/error.ts';
import type { V1Parts } from '../../api/dependencies.ts';
import { invalidInputError } from '../../api/problems.ts';
import type { CheckedReferences } from '../../database/edits.ts';
import type { MonitorRecord } from '../../database/records.ts';
import { type MonitorWithoutIDs, withNewIDs } from './new-monitor.ts';

const ID_ATTEMPTS_MAX = 3;

/** Returns the refusal of a ping ID. Doesn't say whether another team has the ping ID, because ping IDs are credentials. */
export function pingIDRefusedError(): AppError {
  return invalidInputError([
    { path: 'pingID', message: 'This ping ID can’t be used here. Leave it out to get a new one.' },
  ]);
}

/** Inserts a monitor under unused IDs. */
export async function insertMonitor(
  settings: MonitorWithoutIDs,
  {
    foreignPingID,
    references,
  }: { readonly foreignPingID: string | null; readonly references: CheckedReferences },
  { store, random, allowance }: Pick<V1Parts, 'store' | 'random' | 'allowance'>,
): Promise<MonitorRecord> {
  for (let attempt = 0; attempt < ID_ATTEMPTS_MAX; attempt += 1) {
    const monitor = withNewIDs(settings, foreignPingID, random);
    const created = await store.createMonitor(monitor, allowance, references);
    if (created.outcome === 'created') return created.monitor;
    if (created.outcome === 'allowance_used_up') {
      throw new AppError(
        'allowance_used_up',
        `The team has used its allowance of ${allowance} monitors. Delete one, or ask the operator for more.`,
      );
    }
    if (created.outcome === 'project_gone')
      throw new AppError('not_found', 'The project was deleted during the request.');
    if (created.outcome === 'slug_taken')
      throw new AppError('conflict', 'Another monitor of the project has this slug.');
    if (created.outcome === 'ping_id_taken' && foreignPingID !== null) throw pingIDRefusedError();
  }
  throw new Error('No unused IDs were found.');
}

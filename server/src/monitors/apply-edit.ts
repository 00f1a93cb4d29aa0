import { AppError } from '@overdue/domain/error.ts';
import type { V1Parts } from '../api/dependencies.ts';
import { type IfMatch, requireExpectedRevision } from '../api/precondition.ts';
import type { MonitorEdit } from '../database/records.ts';
import { monitorNotFoundError } from './find-monitor.ts';

/** Returns whether anything changed. */
export async function applyEdit(
  edit: MonitorEdit,
  { store, wakeWatchdog }: Pick<V1Parts, 'store' | 'wakeWatchdog'>,
): Promise<boolean> {
  let isChanged = false;
  const [applied] = await store.apply([
    {
      ...edit,
      merge(current, find) {
        const change = edit.merge(current, find);
        isChanged = change !== null;
        return change;
      },
    },
  ]);
  if (applied?.outcome === 'gone') throw monitorNotFoundError();
  if (applied?.outcome === 'failed') {
    if (applied.error instanceof AppError) throw applied.error;
    throw new Error('A change of a monitor failed.', { cause: applied.error });
  }
  if (isChanged) wakeWatchdog();
  return isChanged;
}

/** Returns the change that pauses or resumes a monitor. */
export function pauseOrResume(kind: 'pause' | 'resume', at: number, ifMatch: IfMatch): MonitorEdit['merge'] {
  return ({ state, revision }) => {
    requireExpectedRevision({ ifMatch }, revision);
    return state.paused === (kind === 'pause') ? null : { command: { kind, at } };
  };
}

import { skipToken, useQuery } from '@tanstack/react-query';
import { deletedKey } from '../live/monitor-list.ts';
import { usePendingDeletions } from './deletions.ts';

/** Whether a monitor is deleted (`deleted`), or will be unless someone clicks Undo in time (`pending`). */
export type DeletionState = 'none' | 'pending' | 'deleted';

export function useDeletionState(shortID: string): DeletionState {
  const { data } = useQuery<boolean>({ queryKey: deletedKey(shortID), queryFn: skipToken });
  const isPending = usePendingDeletions().has(shortID);
  return data === true ? 'deleted' : isPending ? 'pending' : 'none';
}

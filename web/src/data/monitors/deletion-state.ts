import { skipToken, useQuery } from '@tanstack/react-query';
import { deletedKey } from '../live/monitor-list.ts';
import { usePendingDeletions } from './deletions.ts';

/** `deleted`: the monitor is deleted. `pending`: the monitor will be deleted unless someone clicks Undo in time. */
export type DeletionState = 'none' | 'pending' | 'deleted';

export function useDeletionState(shortID: string): DeletionState {
  const { data } = useQuery<boolean>({ queryKey: deletedKey(shortID), queryFn: skipToken });
  const isPending = usePendingDeletions().has(shortID);
  return data === true ? 'deleted' : isPending ? 'pending' : 'none';
}

import type { Monitor, Transition } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { newestQuery, TRANSITIONS } from '../data/runs/history.ts';
import { findFirstFailure } from './first-failure.ts';

export function useFirstFailure({ shortID, status }: Pick<Monitor, 'shortID' | 'status'>): Transition | null {
  const isDown = status === 'down' || status === 'failing';
  const { data } = useQuery({ ...newestQuery(TRANSITIONS, shortID), enabled: isDown });
  return isDown ? findFirstFailure(data?.items ?? []) : null;
}

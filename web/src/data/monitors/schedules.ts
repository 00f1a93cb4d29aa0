import type { ScheduleInput } from '@overdue/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../client.ts';

const FRESH_MS = 30_000;

/** Next runs of a schedule. The previous result stays visible until the new result arrives. */
export function previewQuery(
  schedule: ScheduleInput,
  { count, after }: { readonly count: number; readonly after?: string },
) {
  return queryOptions({
    queryKey: ['preview', schedule, count, after ?? ''],
    queryFn: ({ signal }) =>
      api.schedules.preview({ schedule, count, ...(after === undefined ? {} : { after }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}

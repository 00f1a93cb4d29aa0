import type { BulkAction } from '@overdue/sdk';
import { api } from '../client.ts';
import { queryClient } from '../query-client.ts';
import { afterAction } from './bulk-action.ts';
import { applyToMonitorList, monitorsQuery } from './monitors.ts';

/** Maximum monitors per request. */
export const BULK_MAX = 1000;

export interface BulkOutcome {
  readonly done: number;
  /** Reasons why monitors were not changed, without duplicates. */
  readonly problems: readonly string[];
}

/** Applies the action in batches. Shows the results without waiting for events of the live stream. */
export async function changeMonitors(shortIDs: readonly string[], action: BulkAction): Promise<BulkOutcome> {
  let done = 0;
  const problems = new Set<string>();
  for (let from = 0; from < shortIDs.length; from += BULK_MAX) {
    const results = await api.monitors.bulk(shortIDs.slice(from, from + BULK_MAX), action);
    const changed = new Set<string>();
    for (const result of results) {
      if (result.done) changed.add(result.shortID);
      else problems.add(result.message);
    }
    done += changed.size;
    show(changed, action);
  }
  return { done, problems: [...problems] };
}

function show(shortIDs: ReadonlySet<string>, action: BulkAction): void {
  if (action.type === 'delete') {
    applyToMonitorList([], [...shortIDs]);
    return;
  }
  const monitors = queryClient.getQueryData(monitorsQuery.queryKey)?.monitors ?? [];
  applyToMonitorList(
    monitors.filter(({ shortID }) => shortIDs.has(shortID)).map((monitor) => afterAction(monitor, action)),
  );
}

import type { Run } from '@overdue/sdk';
import { runKey } from './history.ts';

/** Query parameters of a monitor's page that show a run: its last event, or its row if the run has no events. */
export function searchForRun(
  run: Run,
): { readonly tab: 'events'; readonly event: string } | { readonly tab: 'runs'; readonly run: string } {
  const event = run.endEvent ?? run.startEvent;
  return event === null ? { tab: 'runs', run: runKey(run) } : { tab: 'events', event: String(event) };
}

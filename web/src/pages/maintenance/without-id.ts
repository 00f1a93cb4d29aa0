import type { MaintenanceInput, MaintenanceWindow } from '@overdue/sdk';

/** What plans the same window anew. */
export function withoutID({
  name,
  projects,
  tags,
  monitors,
  ...window
}: MaintenanceWindow): MaintenanceInput {
  const { startsAt, endsAt, cron, timezone, duration } = window;
  const times = cron === null ? { startsAt, endsAt } : { cron, timezone, duration };
  return { name, projects, tags, monitors, ...times };
}

import type { MaintenanceInput, MaintenanceWindow } from '@overdue/sdk';

/** Returns the input that plans the same window again. */
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

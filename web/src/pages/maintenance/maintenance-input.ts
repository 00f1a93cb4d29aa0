import type { MaintenanceInput, MaintenanceWindow } from '@overdue/sdk';

export function maintenanceInput({
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

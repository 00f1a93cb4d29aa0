import type { Settings } from '@overdue/domain/configuration/resource.ts';
import type { MonitorRules } from '@overdue/domain/monitor-rules.ts';
import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { parseWebAddress } from '@overdue/domain/web-address.ts';
import type { MonitorDetails, MonitorRecord } from '../database/records.ts';
import { pickDetails } from '../monitors/settings/detail-fields.ts';
import { writeRules } from '../monitors/settings/rule-fields.ts';
import { writeMonitorAlerting } from '../projects/alert-settings.ts';

interface MonitorParts {
  readonly project: string;
  readonly details: Omit<MonitorDetails, 'projectID'>;
  readonly rules: MonitorRules;
}

/** Returns the settings that take their default if a file omits them. Excludes settings that keep their value instead. */
export function writeMonitorSettings({ project, details, rules }: MonitorParts): Settings {
  const { mutedUntil: _, ...alerting } = writeMonitorAlerting(details.alerting);
  const { slug: _slug, forwardTo: _forwardTo, ...described } = pickDetails(details);
  return {
    name: details.name,
    project,
    schedule: writeSchedule(rules.schedule),
    ...writeRules(rules),
    // Uses the stored limit, where null means the service's default. `writeRules` writes the effective limit.
    maxRunDuration: rules.maxRunMs === null ? null : rules.maxRunMs / 1000,
    ...described,
    ...alerting,
  };
}

function writeSchedule(schedule: Schedule): Settings {
  const { timezone, graceMs } = schedule;
  const common = { timezone, graceDuration: graceMs / 1000 };
  switch (schedule.type) {
    case 'interval':
      return { interval: schedule.intervalMs / 1000, ...common };
    case 'cron':
      return { cron: schedule.cron, ...common };
    case 'oncalendar':
      return { onCalendar: schedule.onCalendar, ...common };
  }
}

/** Returns a monitor in the form that plans compare with a file. */
export function describeMonitor(record: MonitorRecord) {
  const { shortID, projectShortID, details, rules, state, revision } = record;
  return {
    id: shortID,
    name: details.name,
    revision,
    settings: {
      ...writeMonitorSettings({ project: projectShortID, details, rules }),
      slug: details.slug,
      forwardTo: maskedAddress(details.forwardTo),
      paused: state.paused,
    },
  };
}

/** Returns a masked forwarding URL for a plan. Adds "(new)" if the URL changes but its mask stays the same. */
export function shownAddress(url: string, existing: MonitorRecord | null): string {
  const masked = maskedAddress(url);
  const before = existing?.details.forwardTo ?? '';
  return url !== before && masked === maskedAddress(before) ? `${masked} (new)` : masked;
}

/** Masks the URL to which pings are forwarded, because it is a credential. */
function maskedAddress(url: string): string {
  const address = parseWebAddress(url);
  return address === null ? '' : `${new URL(url).origin}/••••`;
}

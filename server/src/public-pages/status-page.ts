import type { Share } from '@overdue/domain/access/share.ts';
import type { MaintenanceWindow } from '@overdue/domain/alerting/alert-settings.ts';
import type { Outage } from '@overdue/domain/incidents/incident.ts';
import { type FailureReason, type Status, statusAt } from '@overdue/domain/monitor/state.ts';
import type { DayBorders } from '@overdue/domain/schedule/day-borders.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { writeTime, writeTimeOrNull } from '../api/times.ts';
import type { MonitorRecord } from '../database/records.ts';
import { type MaintenanceTime, maintenanceAhead } from './maintenance-ahead.ts';
import { longSentence, type OverallStatus, overallStatusOf, rankOf } from './overall-status.ts';
import type { QuietDays } from './quiet-days.ts';
import { tallyStatuses } from './shared-monitors.ts';
import { type Day, uptimeHistoryOf } from './uptime-days.ts';

export const STRIP_DAYS = 90;
const PAST_MS = 14 * DAY_MS;
const PAST_INCIDENTS_MAX = 500;
const MAINTENANCE_MS = 14 * DAY_MS;
const MAINTENANCE_MAX = 20;

/** Content of a status page. Contains no IDs, notes or logs, and no descriptions of monitors. */
export interface StatusPage {
  readonly title: string;
  readonly description: string;
  readonly timezone: string;
  readonly indexed: boolean;
  readonly asOf: number;
  readonly overall: OverallStatus;
  readonly sentence: string;
  /** Worst first, then by name. */
  readonly monitors: readonly ShownMonitor[];
  readonly isCut: boolean;
  /** Newest first. */
  readonly open: readonly ShownIncident[];
  readonly past: readonly ShownIncident[];
  readonly maintenance: readonly ShownMaintenance[];
}

export interface ShownMonitor {
  readonly name: string;
  readonly status: Status;
  readonly inMaintenance: boolean;
  readonly lastReportAt: number | null;
  readonly days: readonly Day[];
  readonly uptime: number | null;
}

export interface ShownIncident {
  readonly name: string;
  readonly reason: FailureReason;
  readonly openedAt: number;
  readonly closedAt: number | null;
}

export interface ShownMaintenance extends Pick<MaintenanceTime, 'name' | 'from' | 'to'> {
  readonly monitors: readonly string[];
  readonly active: boolean;
}

interface StatusPageInput {
  readonly share: Pick<Share, 'title' | 'options'>;
  readonly monitors: readonly MonitorRecord[];
  readonly isCut: boolean;
  readonly outages: readonly Outage[];
  readonly knownFrom: number;
  /** Days of the strips. */
  readonly borders: readonly DayBorders[];
  readonly quietDays: ReadonlyMap<number, QuietDays>;
  readonly windows: readonly MaintenanceWindow[];
  readonly now: number;
}

export function statusPageOf(input: StatusPageInput): StatusPage {
  const { share, monitors, isCut, outages, knownFrom, borders, quietDays, windows, now } = input;
  const { title, options } = share;
  const outagesOf = Map.groupBy(outages, ({ monitorID }) => monitorID);
  const ahead = maintenanceAhead(windows, monitors, { from: now, to: now + MAINTENANCE_MS });
  const maintenance = ahead.slice(0, MAINTENANCE_MAX).map(
    ({ name, from, to, monitors: covered }): ShownMaintenance => ({
      name,
      from,
      to,
      monitors: covered.map(({ details }) => details.name),
      active: from <= now,
    }),
  );
  const names = new Map(monitors.map(({ id, details }) => [id, details.name]));
  const shown = outages.map(({ monitorID, reason, openedAt, closedAt }): ShownIncident => {
    return { name: names.get(monitorID) ?? '', reason, openedAt, closedAt };
  });
  const inMaintenance = new Set(
    ahead.filter(({ from }) => from <= now).flatMap((window) => window.monitors.map(({ id }) => id)),
  );
  const counts = tallyStatuses(monitors.map((monitor) => statusAt(monitor, now)));
  return {
    title,
    description: options.description,
    timezone: options.timezone,
    indexed: options.indexed,
    asOf: now,
    overall: overallStatusOf(counts),
    sentence: longSentence(counts),
    monitors: monitors
      .map((monitor): ShownMonitor => {
        const { id, createdAt, details, state } = monitor;
        const from = Math.max(createdAt, knownFrom);
        return {
          name: details.name,
          status: statusAt(monitor, now),
          inMaintenance: inMaintenance.has(id),
          lastReportAt: state.lastPingAt,
          ...uptimeHistoryOf(
            {
              outages: outagesOf.get(id) ?? [],
              from: state.hasReported ? from : now,
              quiet: quietDays.get(id) ?? new Set(),
            },
            borders,
          ),
        };
      })
      .toSorted((a, b) => rankOf(a.status) - rankOf(b.status) || compareNames(a.name, b.name)),
    isCut,
    open: shown.filter(({ closedAt }) => closedAt === null),
    past: shown
      .filter(({ closedAt }) => closedAt !== null && closedAt >= now - PAST_MS)
      .slice(0, PAST_INCIDENTS_MAX),
    maintenance,
  };
}

const collator = new Intl.Collator('en', { numeric: true });

function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}

export function statusJSON(page: StatusPage): string {
  return JSON.stringify({
    title: page.title,
    description: page.description,
    asOf: writeTime(page.asOf),
    status: page.overall,
    summary: page.sentence,
    monitors: page.monitors.map(({ name, status, inMaintenance, lastReportAt, uptime, days }) => ({
      name,
      status,
      maintenance: inMaintenance,
      lastReportAt: writeTimeOrNull(lastReportAt),
      uptime: uptime === null ? null : Math.floor(uptime * 1e6) / 1e6,
      days: days.map(({ from, state, downMs }) => ({
        from: writeTime(from),
        status: state,
        downSeconds: Math.round(downMs / 1000),
      })),
    })),
    truncated: page.isCut,
    incidents: [...page.open, ...page.past].map(({ name, reason, openedAt, closedAt }) => ({
      monitor: name,
      reason,
      openedAt: writeTime(openedAt),
      closedAt: writeTimeOrNull(closedAt),
    })),
    maintenance: page.maintenance.map(({ name, from, to, active, monitors }) => ({
      name,
      startsAt: writeTime(from),
      endsAt: writeTime(to),
      active,
      monitors,
    })),
  });
}

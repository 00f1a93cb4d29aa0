import { writeTime, writeTimeOrNull } from '../api/times.ts';
import type { StatusPage } from './status-page.ts';

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

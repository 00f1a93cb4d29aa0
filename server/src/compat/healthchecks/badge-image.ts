import type { MonitorRecord } from '../../database/records.ts';
import { badgeSVG } from '../../public-pages/badge.ts';
import type { BadgeFormat } from './badge-address.ts';
import { checkStatus } from './check-json.ts';

type BadgeStatus = 'up' | 'late' | 'down';

/** Summary of a badge's checks. */
export interface BadgeCounts {
  readonly status: BadgeStatus;
  readonly total: number;
  readonly grace: number;
  readonly down: number;
}

const SHIELDS_COLOURS: Readonly<Record<BadgeStatus, string>> = {
  up: 'success',
  late: 'important',
  down: 'critical',
};

const TYPES: Readonly<Record<BadgeFormat, string>> = {
  svg: 'image/svg+xml',
  json: 'application/json',
  shields: 'application/json',
};

export function countForBadge(
  records: readonly Pick<MonitorRecord, 'state'>[],
  { now, showsLate }: { readonly now: number; readonly showsLate: boolean },
): BadgeCounts {
  const statuses = records.map(({ state }) => checkStatus(state, now));
  const grace = statuses.filter((status) => status === 'grace').length;
  const down = statuses.filter((status) => status === 'down').length;
  const status = down > 0 ? 'down' : grace > 0 && showsLate ? 'late' : 'up';
  return { status, total: statuses.length, grace, down };
}

export function writeBadge(format: BadgeFormat, label: string, counts: BadgeCounts): string {
  const { status } = counts;
  switch (format) {
    case 'svg':
      return badgeSVG({ label, message: status, overall: status }, 'flat');
    case 'json':
      return JSON.stringify(counts);
    case 'shields':
      return JSON.stringify({ schemaVersion: 1, label, message: status, color: SHIELDS_COLOURS[status] });
  }
}

export function badgeType(format: BadgeFormat): string {
  return TYPES[format];
}

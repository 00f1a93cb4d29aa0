import type { Share } from '@overdue/domain/access/share.ts';
import { dayBorders } from '@overdue/domain/schedule/day-borders.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { RunCountStore } from '../core/history/contract.ts';
import type { IncidentStore } from '../incidents/contract.ts';
import type { MaintenanceStore } from '../maintenance/contract.ts';
import type { MonitorStore } from '../monitors/contract.ts';
import { writeCalendar } from '../on-call/icalendar.ts';
import { badgeJSON, badgeSVG } from './badge.ts';
import { calendarOf } from './calendar.ts';
import type { FormatName } from './formats.ts';
import { overallStatusOf, shortSentence } from './overall-status.ts';
import { type QuietDays, readQuietDays } from './quiet-days.ts';
import { countShared, readShared } from './shared-monitors.ts';
import { statusHTML } from './status-html.ts';
import { STRIP_DAYS, type StatusPage, statusJSON, statusPageOf } from './status-page.ts';
import type { TimedCache } from './timed-cache.ts';

/** Maximum monitors on a page or in a calendar. A badge counts all monitors of its share. */
const MONITORS_MAX = 500;
const OUTAGES_MAX = 5000;

export interface RenderDependencies {
  readonly store: Pick<MonitorStore, 'listMonitors' | 'findMonitors'> &
    MaintenanceStore &
    Pick<IncidentStore, 'listIncidentSummaries'> &
    Pick<MonitorStore, 'listRuns'> &
    RunCountStore;
  /** Days without runs, which cost more to find than the rest of a page and rarely change. */
  readonly quietDays: TimedCache<ReadonlyMap<number, QuietDays>>;
  /** Base URL without a trailing slash. */
  readonly baseURL: string;
  /** Number of days for which incidents are stored; 0 means forever. */
  readonly retentionDays: number;
}

export async function renderShare(
  format: FormatName,
  {
    share,
    now,
    dependencies,
  }: { readonly share: Share; readonly now: number; readonly dependencies: RenderDependencies },
): Promise<string> {
  switch (format) {
    case 'badge_svg':
      return badgeSVG(await readBadge(share, now, dependencies), share.options.style);
    case 'badge_json':
      return badgeJSON(await readBadge(share, now, dependencies));
    case 'status_html':
      return statusHTML(await readStatusPage(share, now, dependencies), `/status/${share.key}.json`);
    case 'status_json':
      return statusJSON(await readStatusPage(share, now, dependencies));
    case 'calendar':
      return readCalendar(share, now, dependencies);
  }
}

async function readBadge(share: Share, now: number, { store }: RenderDependencies) {
  const counts = await countShared(store, share, now);
  return { label: share.title, message: shortSentence(counts), overall: overallStatusOf(counts) };
}

async function readStatusPage(
  share: Share,
  now: number,
  { store, retentionDays, quietDays }: RenderDependencies,
): Promise<StatusPage> {
  const { monitors, isCut } = await readShared(store, share, MONITORS_MAX);
  const retainedFrom = retentionDays === 0 ? 0 : now - retentionDays * DAY_MS;
  // Includes one extra day, because the first day of the strip starts before the current hour.
  const since = now - (STRIP_DAYS + 1) * DAY_MS;
  const outages = await store.listIncidentSummaries(share.teamID, {
    monitorIDs: monitors.map(({ id }) => id),
    openSince: since,
    limit: OUTAGES_MAX,
  });
  const oldest = outages.length < OUTAGES_MAX ? 0 : (outages.at(-1)?.openedAt ?? 0);
  const windows = await store.maintenance.list(share.teamID);
  const borders = dayBorders(share.options.timezone, now, STRIP_DAYS);
  const days = JSON.stringify([share.teamID, share.scope, share.options.timezone, borders[0]?.from]);
  return statusPageOf({
    share,
    monitors,
    isCut,
    outages,
    knownFrom: Math.max(retainedFrom, oldest),
    borders,
    quietDays: await quietDays.take(days, now, () => readQuietDays(store, monitors, borders)),
    windows,
    now,
  });
}

async function readCalendar(
  share: Share,
  now: number,
  { store, baseURL }: RenderDependencies,
): Promise<string> {
  const { monitors } = await readShared(store, share, MONITORS_MAX);
  const windows = await store.maintenance.list(share.teamID);
  return writeCalendar(await calendarOf(share, monitors, { windows, now, host: new URL(baseURL).hostname }));
}

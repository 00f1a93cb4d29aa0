import { pluralize, truncate } from '../format-text.ts';
import { type Alert, type AlertItem, SEVERITIES } from './alert.ts';

/** Maximum monitors listed in one message. The rest are only counted. */
const ITEMS_MAX = 100;
const TITLE_LENGTH_MAX = 200;
const PROJECTS_NAMED_MAX = 5;
/** Maximum monitors that a combined message names in its text. */
const NAMED_MAX = 5;
const NAME_LENGTH_MAX = 60;

/**
 * Combines messages about single monitors with the pending combined message (`before`), if any. If all messages are about one
 * monitor, the result has the text of the latest message.
 */
export function combineAlerts(
  before: Alert | null,
  {
    alerts,
    key,
    baseURL,
  }: { readonly alerts: readonly Omit<Alert, 'key'>[]; readonly key: string; readonly baseURL: string },
): Alert {
  const earlier = before?.items ?? [];
  const items = latestOfEach([...earlier, ...alerts.flatMap(({ items: own }) => own)]);
  const unlistedCount = (before?.unlistedCount ?? 0) + Math.max(0, items.length - ITEMS_MAX);
  const listed = items.slice(0, ITEMS_MAX);
  const team = alerts[0]?.team ?? before?.team ?? '';
  const isOneMonitor = listed.length === 1 && unlistedCount === 0;
  const { title, text, url } = (isOneMonitor ? (alerts.at(-1) ?? before) : null) ?? {
    title: `${counts(listed, unlistedCount)} in ${team}`,
    text: [...namesOf(listed, unlistedCount), ...commonCause(listed), byProject(listed, unlistedCount)],
    url: `${baseURL}/`,
  };
  return {
    key,
    kind: 'combined',
    at: before?.at ?? alerts[0]?.at ?? 0,
    team,
    severity: highestSeverity(listed),
    title: truncate(title, TITLE_LENGTH_MAX),
    text,
    url,
    items: listed,
    unlistedCount,
    log: null,
    includesLostAlarm: false,
  };
}

/** Keeps only the latest item of each monitor, so that a monitor that went down and then recovered is listed once. */
function latestOfEach(items: readonly AlertItem[]): readonly AlertItem[] {
  const latest = new Map<string, AlertItem>();
  for (const item of items) latest.set(item.monitor.shortID, item);
  return [...latest.values()];
}

const EVENT_TITLES: Readonly<Record<AlertItem['event'], string>> = {
  down: 'Down',
  recovered: 'Recovered',
  failing: 'Failed but not down',
  unknown: 'Unknown',
};

/** Names the monitors if they are few, because short message formats leave out the list. */
function namesOf(items: readonly AlertItem[], unlistedCount: number): readonly string[] {
  if (items.length + unlistedCount > NAMED_MAX) return [];
  const byEvent = new Map<AlertItem['event'], string[]>();
  for (const { event, monitor } of items)
    byEvent.set(event, [...(byEvent.get(event) ?? []), truncate(monitor.name, NAME_LENGTH_MAX)]);
  return [...byEvent].map(([event, names]) => `${EVENT_TITLES[event]}: ${names.join(', ')}.`);
}

function counts(items: readonly AlertItem[], unlistedCount: number): string {
  const recovered = items.filter(({ event }) => event === 'recovered').length;
  const down = items.length - recovered + unlistedCount;
  if (down === 0) return `${pluralize(recovered, 'monitor')} recovered`;
  return recovered === 0
    ? `${pluralize(down, 'monitor')} down`
    : `${pluralize(down, 'monitor')} down, ${recovered} recovered`;
}

/** Names the common property of the monitors, as a hint at the cause. */
function commonCause(items: readonly AlertItem[]): readonly string[] {
  const [first, ...rest] = items;
  if (first === undefined || rest.length === 0) return [];
  const tags = first.monitor.tags.filter((tag) => rest.every(({ monitor }) => monitor.tags.includes(tag)));
  if (tags.length > 0) return [`All are tagged ${tags.slice(0, PROJECTS_NAMED_MAX).join(', ')}.`];
  const reason = first.incident?.reason;
  const isShared = reason !== undefined && rest.every(({ incident }) => incident?.reason === reason);
  if (isShared && reason === 'missed') return ['All missed their deadlines.'];
  return [];
}

function byProject(items: readonly AlertItem[], unlistedCount: number): string {
  const projects = new Map<string, number>();
  for (const { monitor } of items) projects.set(monitor.project, (projects.get(monitor.project) ?? 0) + 1);
  const largest = [...projects].sort((a, b) => b[1] - a[1]);
  const parts = largest.slice(0, PROJECTS_NAMED_MAX).map(([name, count]) => `${count} in ${name}`);
  const others = largest.slice(PROJECTS_NAMED_MAX).reduce((sum, [, count]) => sum + count, 0) + unlistedCount;
  return `${[...parts, ...(others > 0 ? [`${others} more`] : [])].join(', ')}.`;
}

function highestSeverity(items: readonly AlertItem[]): Alert['severity'] {
  const rank = Math.max(0, ...items.map(({ monitor }) => SEVERITIES.indexOf(monitor.severity)));
  return SEVERITIES[rank] ?? 'normal';
}

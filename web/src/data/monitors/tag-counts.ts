import type { MonitorRow } from '@overdue/sdk';

/** Returns the tags of monitors as options of a filter, the most frequent tag first. */
export function tagCounts(monitors: readonly Pick<MonitorRow, 'tags'>[]) {
  const counts = new Map<string, number>();
  for (const { tags } of monitors) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([tag, count]) => ({ value: tag, label: tag, count }));
}

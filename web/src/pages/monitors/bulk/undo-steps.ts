import type { BulkAction, MonitorRow } from '@overdue/sdk';

export type Undoable = Exclude<BulkAction, { readonly type: 'delete' }>;

export interface Step {
  readonly shortIDs: readonly string[];
  readonly action: Undoable;
}

/** Returns the actions that restore the previous state. Skips unchanged monitors. */
export function undoSteps(before: readonly MonitorRow[], action: Undoable): readonly Step[] {
  switch (action.type) {
    case 'pause':
      return steps(
        // Skips monitors whose incident the pause ended, because resuming would not reopen the incident.
        before.filter(({ paused, incident }) => !paused && incident === null),
        { type: 'resume' },
      );
    case 'resume':
      return steps(
        before.filter(({ paused }) => paused),
        { type: 'pause' },
      );
    case 'mute':
      return groupMonitors(before, ({ mutedUntil }) => mutedUntil).flatMap(([until, monitors]) =>
        until === action.until ? [] : steps(monitors, { type: 'mute', until }),
      );
    case 'move':
      return groupMonitors(before, ({ projectShortID }) => projectShortID).flatMap(
        ([projectShortID, monitors]) =>
          projectShortID === action.projectShortID ? [] : steps(monitors, { type: 'move', projectShortID }),
      );
    case 'tag':
      return [
        ...(action.add ?? []).flatMap((tag) =>
          steps(
            before.filter(({ tags }) => !tags.includes(tag)),
            { type: 'tag', add: [], remove: [tag] },
          ),
        ),
        ...(action.remove ?? []).flatMap((tag) =>
          steps(
            before.filter(({ tags }) => tags.includes(tag)),
            { type: 'tag', add: [tag], remove: [] },
          ),
        ),
      ];
  }
}

function steps(monitors: readonly MonitorRow[], action: Undoable): readonly Step[] {
  return monitors.length === 0 ? [] : [{ shortIDs: monitors.map(({ shortID }) => shortID), action }];
}

function groupMonitors<Key>(
  monitors: readonly MonitorRow[],
  keyOf: (monitor: MonitorRow) => Key,
): readonly (readonly [Key, readonly MonitorRow[]])[] {
  return [...Map.groupBy(monitors, keyOf)];
}

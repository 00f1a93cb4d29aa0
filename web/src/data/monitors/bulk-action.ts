import type { BulkAction, MonitorRow } from '@overdue/sdk';

export function afterAction(
  monitor: MonitorRow,
  action: Exclude<BulkAction, { readonly type: 'delete' }>,
): MonitorRow {
  switch (action.type) {
    case 'pause':
      return {
        ...monitor,
        paused: true,
        status: 'paused',
        nextExpectedAt: null,
        deadlineAt: null,
        downSince: null,
        incident: null,
        failureStreak: 0,
      };
    case 'resume':
      if (!monitor.paused) return monitor;
      return { ...monitor, paused: false, status: monitor.lastPingAt === '' ? 'new' : 'up' };
    case 'mute':
      return { ...monitor, mutedUntil: action.until };
    case 'tag': {
      const kept = monitor.tags.filter((tag) => !(action.remove ?? []).includes(tag));
      return { ...monitor, tags: [...new Set([...kept, ...(action.add ?? [])])] };
    }
    case 'move':
      return { ...monitor, projectShortID: action.projectShortID };
  }
}

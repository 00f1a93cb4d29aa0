import type { MonitorKind } from '@overdue/domain/checks/check-result.ts';

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Returns the schedule that the form offers for a new monitor of a kind. */
export function intervalOf(kind: MonitorKind) {
  if (kind === 'cron') return { scheduleType: 'cron', interval: '1 h' } as const;
  return { scheduleType: 'interval', interval: kind === 'domain' ? '1 d' : '1 min' } as const;
}

/** Returns the value at a path, such as `timeout` or `confirm.attempts` in the settings of a check; undefined if it is missing. */
export function valueAt(source: object | null, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined,
      source,
    );
}

export function checkNumber(check: object | null, path: string): number | undefined {
  const value = valueAt(check, path);
  return typeof value === 'number' ? value : undefined;
}

export function checkTexts(check: object | null, path: string): readonly string[] | undefined {
  const value = valueAt(check, path);
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

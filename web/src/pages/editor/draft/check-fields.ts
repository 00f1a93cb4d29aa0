import type { MonitorKind } from '@overdue/domain/checks/check-result.ts';

export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Returns the schedule that the form offers for a new monitor of a kind. */
export function intervalOf(kind: MonitorKind) {
  if (kind === 'cron') return { scheduleType: 'cron', interval: '1 h' } as const;
  return { scheduleType: 'interval', interval: kind === 'domain' ? '1 d' : '1 min' } as const;
}

/** Returns a setting of a check, such as `timeout` or `confirm.attempts`; undefined if it is missing. */
export function checkSetting(check: object | null, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined,
      check,
    );
}

export function checkNumber(check: object | null, path: string): number | undefined {
  const value = checkSetting(check, path);
  return typeof value === 'number' ? value : undefined;
}

export function checkTexts(check: object | null, path: string): readonly string[] | undefined {
  const value = checkSetting(check, path);
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

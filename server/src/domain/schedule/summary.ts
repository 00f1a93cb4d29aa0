import cronstrue from 'cronstrue';
import { type Cron, cachedCron } from './cron.ts';
import type { CronSchedule, Schedule } from './schedule.ts';

export const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** In English: `Every 5 minutes`, `At 02:00, Monday through Friday (Europe/Riga)`. Never throws. */
export function summarize(schedule: Schedule): string {
  if (schedule.type === 'interval') {
    const [unitMs, unit] = UNITS.find(([ms]) => schedule.intervalMs % ms === 0) ?? [1000, 'second'];
    const count = schedule.intervalMs / unitMs;
    return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
  }
  const text = describe(schedule);
  return schedule.timezone === 'UTC' ? text : `${text} (${schedule.timezone})`;
}

export const DESCRIPTIONS_MAX = 10_000;

export const descriptions = new Map<string, string>();

export function describe({ cron, timezone }: CronSchedule): string {
  const known = descriptions.get(cron);
  if (known !== undefined) return known;
  if (descriptions.size >= DESCRIPTIONS_MAX) descriptions.clear();
  let text = cron;
  try {
    text = describeCron(cachedCron(cron, timezone));
  } catch {
    // Cronstrue refuses some expressions, such as LW in a list. They speak for themselves.
  }
  descriptions.set(cron, text);
  return text;
}

/** Second, minute, hour, day of month, month and day of week: the lowest value, and how many there are. */
export const CYCLES: readonly (readonly [low: number, size: number] | null)[] = [
  [0, 60],
  [0, 60],
  [0, 24],
  null,
  [1, 12],
  null,
];

export function describeCron({ expression, fields }: Cron): string {
  // The only spelling of each that cronstrue knows.
  const words = (expression.startsWith('@') ? expression.toLowerCase() : expression.toUpperCase()).split(' ');
  const plain = words.map((word, index) => {
    const cycle = CYCLES[index + CYCLES.length - words.length];
    return cycle ? writeOutSteps(word, ...cycle) : word;
  });
  const text = cronstrue.toString(plain.join(' '), {
    use24HourTimeFormat: true,
    logicalAndDayFields: fields.bothDays,
  });
  // It has no words for a * within a list.
  return /undefined|\*/.test(text) ? expression : text;
}

/** Steps that do not come out even start anew with each hour: `*\/45` is 0 and 45, not "every 45 minutes". */
export function writeOutSteps(text: string, low: number, size: number): string {
  const step = Number(/^\*\/(\d+)$/.exec(text)?.[1] ?? 1);
  if (size % step === 0) return text;
  return Array.from({ length: Math.ceil(size / step) }, (_, index) => low + index * step).join(',');
}

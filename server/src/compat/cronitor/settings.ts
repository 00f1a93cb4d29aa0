import { DURATION_SECONDS_MAX } from '@overdue/domain/duration.ts';
import { everySeconds } from '@overdue/domain/schedule/go-duration.ts';
import type { ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import { withRangedSteps } from '@overdue/domain/schedule/stepped-cron.ts';
import { z } from 'zod';

/** Schema of a setting for which Cronitor accepts one text or a list of texts. */
export const cronitorTexts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

/** Cronitor's monitor settings, whose format is the same in imports and in the Monitor API. Null counts as omitted. */
export const CRONITOR_SETTINGS = {
  name: z.string().nullish(),
  schedule: cronitorTexts.nullish(),
  schedules: cronitorTexts.nullish(),
  timezone: z.string().nullish(),
  grace_seconds: z.number().nullish(),
  failure_tolerance: z.number().nullish(),
  schedule_tolerance: z.number().nullish(),
  assertions: cronitorTexts.nullish(),
  tags: z.array(z.string()).nullish(),
  group: z.string().nullish(),
  note: z.string().nullish(),
  paused: z.boolean().nullish(),
  disabled: z.boolean().nullish(),
};

interface ScheduleSettings {
  readonly schedule?: readonly string[] | null | undefined;
  readonly schedules?: readonly string[] | null | undefined;
  readonly timezone?: string | null | undefined;
}

/** Translates a schedule of Cronitor, and notes the parts that Overdue doesn't support. */
export function cronitorSchedule(
  { schedule, schedules, timezone }: ScheduleSettings,
  notes: string[],
): ScheduleInput {
  const [first, ...others] = [...(schedules ?? []), ...(schedules == null ? (schedule ?? []) : [])];
  const common = timezone == null ? {} : { timezone };
  if (first === undefined || first.trim() === '') {
    notes.push('The monitor has no schedule in Cronitor. Overdue expects a run at least every 366 days.');
    return { ...common, type: 'interval', interval: DURATION_SECONDS_MAX };
  }
  if (others.length > 0)
    notes.push(`Only the first of its schedules is imported. Not imported: ${others.join('; ')}.`);
  const every = /^(?:every\s+)?(.+)$/i.exec(first.trim())?.[1] ?? '';
  const seconds = /^every\s/i.test(first.trim()) ? readDuration(every) : null;
  if (seconds !== null) return { ...common, type: 'interval', interval: seconds };
  const [, hour, minute] = /^at\s+(\d{1,2}):(\d{2})$/i.exec(first.trim()) ?? [];
  if (hour !== undefined && minute !== undefined)
    return { ...common, type: 'cron', cron: `${Number(minute)} ${Number(hour)} * * *` };
  const ofKubernetes = everySeconds(first);
  if (ofKubernetes !== null) return { ...common, type: 'interval', interval: ofKubernetes };
  return { ...common, type: 'cron', cron: withRangedSteps(first, { lastWeekday: 6 }) };
}

const UNITS: readonly (readonly [pattern: RegExp, seconds: number])[] = [
  [/^s(?:ec(?:ond)?s?)?$/i, 1],
  [/^m(?:in(?:ute)?s?)?$/i, 60],
  [/^h(?:(?:ou)?rs?)?$/i, 3600],
  [/^d(?:ays?)?$/i, 86_400],
  [/^w(?:eeks?)?$/i, 604_800],
];

/** Reads durations such as `5 minutes`, `1.5h` and `day`; null if unknown. */
function readDuration(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d{0,9}(?:\.\d{1,9})?)\s*([a-z]+)$/i.exec(text.trim()) ?? [];
  const seconds = UNITS.find(([pattern]) => pattern.test(unit))?.[1];
  return seconds === undefined ? null : (count === '' ? 1 : Number(count)) * seconds;
}

/** Returns the maximum duration of a run, and notes the assertions that Overdue can't check. */
export function readAssertions(assertions: readonly string[], notes: string[]): number | undefined {
  let max: number | undefined;
  const lost: string[] = [];
  for (const assertion of assertions) {
    const text = /^metric\.duration\s*<=?\s*(.+)$/i.exec(assertion.trim())?.[1];
    const seconds =
      text === undefined ? null : /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : readDuration(text);
    if (seconds === null) lost.push(assertion);
    else max = Math.min(max ?? seconds, seconds);
  }
  if (lost.length > 0) notes.push(`These assertions are not imported: ${lost.join('; ')}.`);
  return max;
}

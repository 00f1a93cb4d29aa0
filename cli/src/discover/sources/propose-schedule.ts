import { suggestGraceMs } from '@overdue/domain/schedule/occurrences.ts';
import { parseSchedule, type ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';

export type ProposedSchedule =
  | { readonly ok: true; readonly schedule: ScheduleInput }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks a schedule and adds a grace period of at least `graceMin` seconds. `delay`: seconds by which the scheduler may delay each
 * run on purpose.
 */
export function proposeSchedule(
  input: Omit<ScheduleInput, 'graceDuration'>,
  {
    now,
    graceMin = 0,
    delay = 0,
  }: { readonly now: number; readonly graceMin?: number; readonly delay?: number },
): ProposedSchedule {
  const parsed = parseSchedule(input);
  if (!parsed.ok) return { ok: false, reason: parsed.problems.map(({ message }) => message).join(' ') };
  const graceDuration = Math.max(suggestGraceMs(parsed.schedule, now) / 1000 + delay, graceMin);
  return { ok: true, schedule: { ...input, graceDuration } };
}

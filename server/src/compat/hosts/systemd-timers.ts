import type { ScheduleInput } from '@overdue/domain/schedule/parse-schedule.ts';
import {
  graceOfTimer,
  readTimerUnits,
  type SystemdTimer,
  scheduleOfTimer,
} from '@overdue/domain/schedule/systemd-timer.ts';
import { z } from 'zod';
import { draftItem, type ItemResult } from '../source/draft-item.ts';
import type { SourceContent, SourceFile } from '../source/item.ts';
import { readExport, requireFew, splitResults, translateList } from '../source/read-list.ts';

const listed = z.looseObject({
  unit: z.string(),
  activates: z.string().nullish(),
  /** Time of the next run, in microseconds since 1970; null or 0 if there is none. */
  next: z.number().nullish(),
  last: z.number().nullish(),
});

/** Whether a file is the JSON of `systemctl list-timers --output=json`. */
export function isTimerList(text: string): boolean {
  return /^\s*\[/.test(text);
}

/** Whether a file is the output of `systemctl cat` for timers. */
export function isTimerUnits(text: string): boolean {
  return /^\[Timer\]\s*$/m.test(text);
}

/** Reads the JSON of `systemctl list-timers`, with the schedules that `systemctl cat '*.timer'` shows. */
export async function readTimers(
  { lists, units }: { readonly lists: readonly SourceFile[]; readonly units: readonly SourceFile[] },
  { timezone }: { readonly timezone: string },
): Promise<SourceContent> {
  const timers = new Map(units.flatMap(({ text }) => [...readTimerUnits(text)]));
  if (lists.length === 0) {
    requireFew(timers.size);
    const results = [...timers].map(([unit, timer]) => translateTimer({ unit }, timer, timezone));
    return { ...splitResults(results), channels: [], notes: [] };
  }
  const entries = lists.flatMap(({ text }) =>
    z
      .array(z.unknown())
      .catch([])
      .parse(readExport(text, 'the output of "systemctl list-timers --output=json"')),
  );
  const content = await translateList(entries, {
    schema: listed,
    translate: (entry) => translateTimer(entry, timers.get(entry.unit) ?? null, timezone),
  });
  return { ...content, channels: [], notes: [] };
}

function translateTimer(
  {
    unit,
    next,
    last,
  }: {
    readonly unit: string;
    readonly next?: number | null | undefined;
    readonly last?: number | null | undefined;
  },
  timer: SystemdTimer | null,
  timezone: string,
): ItemResult {
  const name = unit.replace(/\.timer$/, '');
  const notes: string[] = [];
  const schedule = scheduleOf({ timer, next, last, timezone }, notes);
  if (schedule === null)
    return {
      name,
      reason: 'Its schedule is unknown. Add the output of "systemctl cat \'*.timer\'" as a second file.',
    };
  const graceDuration = graceOfTimer(timer);
  return draftItem({ name, description: `From ${unit}.`, schedule: { ...schedule, graceDuration }, notes });
}

function scheduleOf(
  {
    timer,
    next,
    last,
    timezone,
  }: {
    readonly timer: SystemdTimer | null;
    readonly next: number | null | undefined;
    readonly last: number | null | undefined;
    readonly timezone: string;
  },
  notes: string[],
): ScheduleInput | null {
  const schedule = timer === null ? null : scheduleOfTimer(timer, timezone);
  if (schedule !== null) return schedule;
  if (next == null || last == null || last === 0 || next <= last) return null;
  notes.push(
    'The interval is estimated from the last and the next run. Compare the interval with the timer.',
  );
  return { type: 'interval', interval: Math.round((next - last) / 1_000_000), timezone };
}

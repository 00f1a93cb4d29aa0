import { z } from 'zod';
import type { ScheduleInput } from '../../domain/schedule/parse-schedule.ts';
import { draftItem, type ItemResult } from '../draft-item.ts';
import type { SourceContent, SourceFile } from '../item.ts';
import { requireFew, splitResults, translateList } from '../read-list.ts';
import { readTimeSpan } from './systemd-time.ts';

const GRACE_MIN = 3600;

const listed = z.looseObject({
  unit: z.string(),
  activates: z.string().nullish(),
  /** Microseconds since 1970; null or 0 if there is none. */
  next: z.number().nullish(),
  last: z.number().nullish(),
});

/** Settings of a timer's unit file that the import uses. */
interface TimerFile {
  readonly calendars: readonly string[];
  /** Seconds between two runs, from OnUnitActiveSec or OnUnitInactiveSec. */
  readonly interval: number | null;
  /** Seconds by which systemd may delay the run. */
  readonly delay: number;
}

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
  const timers = new Map(units.flatMap(({ text }) => [...readUnits(text)]));
  if (lists.length === 0) {
    requireFew(timers.size);
    const results = [...timers].map(([unit, timer]) => translateTimer({ unit }, timer, timezone));
    return { ...splitResults(results), channels: [], notes: [] };
  }
  const entries = lists.flatMap(({ text }) => z.array(z.unknown()).catch([]).parse(JSON.parse(text)));
  const content = await translateList(entries, {
    schema: listed,
    translate: (entry) => translateTimer(entry, timers.get(entry.unit) ?? null, timezone),
  });
  return { ...content, channels: [], notes: [] };
}

function readUnits(text: string): ReadonlyMap<string, TimerFile> {
  const timers = new Map<string, TimerFile>();
  let unit = '';
  for (const line of text.split(/\r?\n/)) {
    // A drop-in names its unit's folder: # /etc/systemd/system/backup.timer.d/override.conf
    const path = /^# (\/\S+)$/.exec(line)?.[1];
    if (path !== undefined) unit = /([^/]+\.timer)(?:\.d\/[^/]+)?$/.exec(path)?.[1] ?? unit;
    const [, key = '', value = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const before = timers.get(unit) ?? { calendars: [], interval: null, delay: 0 };
    const after = withSetting(before, key, value);
    if (unit !== '' && after !== before) timers.set(unit, after);
  }
  return timers;
}

function withSetting(timer: TimerFile, key: string, value: string): TimerFile {
  switch (key) {
    case 'OnCalendar':
      return { ...timer, calendars: value === '' ? [] : [...timer.calendars, value] };
    case 'OnUnitActiveSec':
    case 'OnUnitInactiveSec':
      return { ...timer, interval: readTimeSpan(value) };
    case 'RandomizedDelaySec':
    case 'AccuracySec':
      return { ...timer, delay: timer.delay + (readTimeSpan(value) ?? 0) };
    default:
      return timer;
  }
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
  timer: TimerFile | null,
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
  const graceDuration = Math.max(GRACE_MIN, (timer?.delay ?? 0) * 2);
  return draftItem({ name, description: `From ${unit}.`, schedule: { ...schedule, graceDuration }, notes });
}

function scheduleOf(
  {
    timer,
    next,
    last,
    timezone,
  }: {
    readonly timer: TimerFile | null;
    readonly next: number | null | undefined;
    readonly last: number | null | undefined;
    readonly timezone: string;
  },
  notes: string[],
): ScheduleInput | null {
  const calendars = timer?.calendars ?? [];
  if (calendars.length > 0) return { type: 'oncalendar', onCalendar: calendars.join('\n'), timezone };
  if (timer?.interval != null) return { type: 'interval', interval: timer.interval, timezone };
  if (next == null || last == null || last === 0 || next <= last) return null;
  notes.push('The interval is a guess from the last and the next run. Compare it with the timer.');
  return { type: 'interval', interval: Math.round((next - last) / 1_000_000), timezone };
}

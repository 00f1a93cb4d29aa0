import { checkInput, type FieldProblem, type MonitorEdit } from '@overdue/sdk';
import { MONITOR_INPUT } from '@overdue/sdk/input-schemas';
import { parseSeconds } from '../../time/parse-duration.ts';
import { type Draft, monitorInput } from './draft-fields.ts';
import { words } from './words.ts';

/** Returns the changed settings only, so that changes by others are kept. */
export function monitorEdit(before: Draft, draft: Draft): MonitorEdit {
  const old = new Map<string, unknown>(Object.entries(monitorInput(before)));
  const changed = Object.entries(monitorInput(draft)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)),
  );
  const edit: MonitorEdit = Object.fromEntries(changed);
  // Sends the default limit again with a new grace period: the API doesn't tell whether the limit is the default.
  return edit.schedule !== undefined && draft.limit.trim() === '' ? { ...edit, maxRunDuration: null } : edit;
}

/** Finds invalid values without asking the service. */
export function draftProblems(draft: Draft): readonly FieldProblem[] {
  const unreadable = new Map<string, string>([
    ...LENGTHS.flatMap(([path, of]): (readonly [string, string])[] => {
      const text = of(draft);
      if (text === null || parseSeconds(text) !== null) return [];
      return [
        [path, /^[\d.,\s]+$/.test(text) && text.trim() !== '' ? words.noUnit(text.trim()) : words.noLength],
      ];
    }),
    ...(draft.scheduleType === 'cron' && draft.cron.trim() === ''
      ? [['schedule.cron', words.noCron] as const]
      : []),
    ...(draft.scheduleType === 'oncalendar' && draft.onCalendar.trim() === ''
      ? [['schedule.onCalendar', words.noOnCalendar] as const]
      : []),
  ]);
  const others = checkInput(MONITOR_INPUT, monitorInput(draft)).filter(({ path }) => !unreadable.has(path));
  return [...[...unreadable].map(([path, message]) => ({ path, message })), ...others];
}

const LENGTHS: readonly (readonly [path: string, of: (draft: Draft) => string | null])[] = [
  ['schedule.interval', ({ scheduleType, every }) => (scheduleType === 'interval' ? every : null)],
  ['schedule.graceDuration', ({ grace }) => grace],
  ['maxRunDuration', ({ limit }) => (limit.trim() === '' ? null : limit)],
  ['remindEvery', ({ remind, remindEvery }) => (remind === 'every' ? remindEvery : null)],
];

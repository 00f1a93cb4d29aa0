import { checkInput, type FieldProblem, type MonitorEdit } from '@overdue/sdk';
import { MONITOR_INPUT } from '@overdue/sdk/input-schemas';
import { words } from '../words.ts';
import { DURATION_FIELDS, type MonitorDraft, monitorInput } from './draft-fields.ts';

/** Returns only the changed settings, so that other people's changes are not overwritten. */
export function monitorEdit(before: MonitorDraft, draft: MonitorDraft): MonitorEdit {
  const old = new Map<string, unknown>(Object.entries(monitorInput(before)));
  const changed = Object.entries(monitorInput(draft)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)),
  );
  const edit: MonitorEdit = Object.fromEntries(changed);
  // Null makes the service derive the maximum duration from the grace period, which is part of the schedule. So each schedule
  // change sends null again.
  return edit.schedule !== undefined && draft.maxRunDuration.trim() === ''
    ? { ...edit, maxRunDuration: null }
    : edit;
}

/** Finds invalid values without a request to the service. */
export function draftProblems(draft: MonitorDraft): readonly FieldProblem[] {
  const input = monitorInput(draft);
  const unreadable = new Map<string, string>([
    ...DURATION_FIELDS.filter(([path]) => Number.isNaN(valueAt(input, path))).map(
      ([path, name]) => [path, durationProblem(draft[name])] as const,
    ),
    ...(draft.scheduleType === 'cron' && draft.cron.trim() === ''
      ? [['schedule.cron', words.noCron] as const]
      : []),
    ...(draft.scheduleType === 'oncalendar' && draft.onCalendar.trim() === ''
      ? [['schedule.onCalendar', words.noOnCalendar] as const]
      : []),
  ]);
  const schemaProblems = checkInput(MONITOR_INPUT, input).filter(({ path }) => !unreadable.has(path));
  return [...[...unreadable].map(([path, message]) => ({ path, message })), ...schemaProblems];
}

function valueAt(input: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined,
      input,
    );
}

function durationProblem(typed: string): string {
  const text = typed.trim();
  return /^[\d.,\s]+$/.test(text) ? words.noUnit(text) : words.noLength;
}

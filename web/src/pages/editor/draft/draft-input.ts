import { DURATION_SECONDS_MAX } from '@overdue/domain/duration.ts';
import type { FieldProblem, MonitorEdit } from '@overdue/sdk';
import { formatSecondsExact } from '../../../time/parse-duration.ts';
import { words as uiWords } from '../../../ui/words.ts';
import { words } from '../words.ts';
import { valueAt } from './check-fields.ts';
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
  return edit.schedule !== undefined && draft.kind === 'cron' && draft.maxRunDuration.trim() === ''
    ? { ...edit, maxRunDuration: null }
    : edit;
}

/** Finds missing values, and values that the API can't express. The service finds all others. */
export function draftProblems(draft: MonitorDraft): readonly FieldProblem[] {
  const input = monitorInput(draft);
  const found: readonly (readonly [path: string, message: string | null])[] = [
    ['name', input.name === '' ? uiWords.refusal.missing : null],
    ['url', input.url === '' ? uiWords.refusal.missing : null],
    ['check.confirm', Number.isNaN(valueAt(input, 'check.confirm.attempts')) ? words.noCount : null],
    [
      'check.status',
      input.kind === 'http' && draft.expectedStatus.trim() === '' ? uiWords.refusal.missing : null,
    ],
    ['schedule.cron', input.schedule?.cron === '' ? words.noCron : null],
    ['schedule.onCalendar', input.schedule?.onCalendar === '' ? words.noOnCalendar : null],
    ...DURATION_FIELDS.map(
      ([path, name]) => [path, durationProblem(valueAt(input, path), draft[name])] as const,
    ),
    ...Object.entries(input)
      .filter(
        ([path, value]) => Number.isNaN(value) && !DURATION_FIELDS.some(([duration]) => duration === path),
      )
      .map(([path]) => [path, words.noCount] as const),
  ];
  return found.flatMap(([path, message]) => (message === null ? [] : [{ path, message }]));
}

function durationProblem(seconds: unknown, typed: string): string | null {
  if (typeof seconds !== 'number' || seconds <= DURATION_SECONDS_MAX) return null;
  if (!Number.isNaN(seconds)) return words.tooLong(formatSecondsExact(DURATION_SECONDS_MAX));
  const text = typed.trim();
  return /^[\d.,\s]+$/.test(text) ? words.noUnit(text) : words.noLength;
}

import {
  checkInput,
  type FieldProblem,
  type MonitorEdit,
  type MonitorInput,
  type ScheduleInput,
} from '@overdue/sdk';
import { MONITOR_INPUT } from '@overdue/sdk/input-schemas';
import { readLength } from '../../time/read-length.ts';
import type { Draft } from './draft.ts';
import { words } from './words.ts';

/** Returns the schedule of a draft. A duration that can't be parsed becomes NaN, which validation reports. */
export function scheduleInput(draft: Draft): ScheduleInput {
  const { scheduleType: type, timezone } = draft;
  const graceDuration = seconds(draft.grace);
  return type === 'cron'
    ? { type, cron: draft.cron.trim(), timezone, graceDuration }
    : { type, interval: seconds(draft.every), timezone, graceDuration };
}

export function monitorInput(draft: Draft): MonitorInput {
  return {
    name: draft.name.trim(),
    ...(draft.projectShortID === '' ? {} : { projectShortID: draft.projectShortID }),
    schedule: scheduleInput(draft),
    alertAfterFailures: count(draft.alertAfter),
    recoverAfterSuccesses: count(draft.recoverAfter),
    maxRunDuration: draft.limit.trim() === '' ? null : seconds(draft.limit),
    tags: draft.tags,
    description: draft.description,
    severity: draft.severity,
    channels: draft.channels,
    remindEvery: { project: null, never: 0, every: seconds(draft.remindEvery) }[draft.remind],
    escalation: draft.escalation,
  };
}

/** Returns only the changed settings, so that changes by others are kept. */
export function monitorEdit(before: Draft, draft: Draft): MonitorEdit {
  const old = new Map<string, unknown>(Object.entries(monitorInput(before)));
  const changed = Object.entries(monitorInput(draft)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(field)),
  );
  const edit: MonitorEdit = Object.fromEntries(changed);
  // The default limit depends on the grace period. The API doesn't tell whether the current limit is the default.
  return edit.schedule !== undefined && draft.limit.trim() === '' ? { ...edit, maxRunDuration: null } : edit;
}

/** Validates a draft locally, by API field. */
export function draftProblems(draft: Draft): readonly FieldProblem[] {
  const unreadable = new Map<string, string>([
    ...LENGTHS.flatMap(([path, of]): (readonly [string, string])[] => {
      const text = of(draft);
      if (text === null || readLength(text) !== null) return [];
      return [
        [path, /^[\d.,\s]+$/.test(text) && text.trim() !== '' ? words.noUnit(text.trim()) : words.noLength],
      ];
    }),
    ...(draft.scheduleType === 'cron' && draft.cron.trim() === ''
      ? [['schedule.cron', words.noCron] as const]
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

function seconds(text: string): number {
  return readLength(text) ?? Number.NaN;
}

function count(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}

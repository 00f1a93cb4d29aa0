import { type FieldProblem, OverdueError, type PreviewDetail, type ScheduleInput } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { previewQuery } from '../../../data/monitors/schedules.ts';
import { isZone } from '../../../preferences/zone-name.ts';
import { type ClockChange, nextClockChange } from '../../../time/clock-change.ts';
import { type MonitorDraft, scheduleInput } from '../draft/draft-fields.ts';
import { draftProblems } from '../draft/draft-input.ts';

const TYPING_MS = 200;
const SHOWN = 10;

export interface Preview {
  readonly details: readonly PreviewDetail[];
  readonly summary: string;
  /** Grace period that fits the schedule, in seconds; null if unknown. */
  readonly suggestedGrace: number | null;
  /** Next clock change after the listed runs, with the first run after the change; null if there is none. */
  readonly change: { readonly clocks: ClockChange; readonly first: PreviewDetail } | null;
  readonly problems: readonly FieldProblem[];
  readonly isReady: boolean;
  /** Whether the preview still shows an earlier schedule while the new preview is being computed. */
  readonly isStale: boolean;
  readonly hasFailed: boolean;
}

const NONE: readonly FieldProblem[] = [];

/** Requests a preview shortly after the last change of the schedule. */
export function usePreview(draft: MonitorDraft): Preview {
  const { schedule, isTyping } = useTypedSchedule(draft);
  const { data, error, isError, isPlaceholderData } = useQuery({
    ...previewQuery(schedule ?? {}, { count: SHOWN }),
    enabled: schedule !== null,
  });
  const details = data?.details ?? [];
  const change = useClockChange(schedule, { isEnabled: !isError });
  const isChangeListed = details.some(({ note }) => note !== '');
  const problems = isTyping || schedule === null ? NONE : fieldsOf(error);
  const isReady = schedule !== null && data !== undefined && !isError;
  return {
    details: schedule === null ? [] : details,
    summary: schedule === null || isError ? '' : (data?.summary ?? ''),
    suggestedGrace: isReady && !isPlaceholderData ? data.suggestedGraceDuration : null,
    change: isError || isChangeListed ? null : change,
    problems,
    isReady,
    isStale: isTyping || isPlaceholderData,
    hasFailed: isError && problems.length === 0,
  };
}

function fieldsOf(error: Error | null): readonly FieldProblem[] {
  return error instanceof OverdueError ? error.fields : NONE;
}

/** Returns the schedule of the draft once its fields have stayed the same for a moment; null if a field is invalid. */
function useTypedSchedule(draft: MonitorDraft) {
  const { scheduleType, cron, onCalendar, interval, timezone, graceDuration } = draft;
  const typed = JSON.stringify({ scheduleType, cron, onCalendar, interval, timezone, graceDuration });
  const debounced = useDebounced(typed, TYPING_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fields of the schedule matter.
  const schedule = useMemo(() => askable(draft), [debounced]);
  return { schedule, isTyping: debounced !== typed };
}

/** Returns the next clock change in the schedule's zone with the first run after the change; null until the run is known. */
function useClockChange(
  schedule: ScheduleInput | null,
  { isEnabled }: { readonly isEnabled: boolean },
): Preview['change'] {
  const zone = schedule?.type === 'interval' ? 'UTC' : (schedule?.timezone ?? 'UTC');
  const clocks = useMemo(() => (isZone(zone) ? nextClockChange(zone, Date.now()) : null), [zone]);
  const { data } = useQuery({
    ...previewQuery(schedule ?? {}, { count: 1, after: new Date((clocks?.at ?? 1) - 1).toISOString() }),
    enabled: schedule !== null && clocks !== null && isEnabled,
  });
  const first = data?.details[0];
  return clocks === null || first === undefined ? null : { clocks, first };
}

/**
 * Returns the schedule to preview; null if a field is invalid. Replaces an invalid grace period, which doesn't affect
 * occurrences.
 */
function askable(draft: MonitorDraft): ScheduleInput | null {
  const problems = draftProblems(draft).filter(({ path }) => path.startsWith('schedule.'));
  const isGrace = (path: string) => path === 'schedule.graceDuration';
  if (problems.some(({ path }) => !isGrace(path))) return null;
  const schedule = scheduleInput(draft);
  return problems.length > 0 ? { ...schedule, graceDuration: 0 } : schedule;
}

/** Returns the value after it has stayed the same for `ms`. */
function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

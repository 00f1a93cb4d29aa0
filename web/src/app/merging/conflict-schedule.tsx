import type { ScheduleInput } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import type { Conflict } from '../../data/edits/merged-edit.ts';
import { previewQuery } from '../../data/monitors/schedules.ts';

interface ScheduleSummaryProps {
  readonly conflict: Conflict;
  readonly side: 'yours' | 'theirs';
}

export function ConflictSchedule({ conflict, side }: ScheduleSummaryProps) {
  const isTiming = conflict.path.startsWith('schedule.') && conflict.path !== 'schedule.graceDuration';
  const schedule = isTiming ? scheduleOf(conflict.within?.[side] ?? {}) : null;
  const { data } = useQuery({ ...previewQuery(schedule ?? {}, { count: 1 }), enabled: schedule !== null });
  if (schedule === null || data === undefined) return null;
  return <span className="block text-xs text-soft">{data.summary}</span>;
}

function scheduleOf(fields: Readonly<Record<string, unknown>>): ScheduleInput | null {
  const { type, cron, onCalendar, timezone, interval } = fields;
  if (type === 'cron' && typeof cron === 'string' && typeof timezone === 'string')
    return { type, cron, timezone };
  if (type === 'oncalendar' && typeof onCalendar === 'string' && typeof timezone === 'string')
    return { type, onCalendar, timezone };
  return type === 'interval' && typeof interval === 'number' ? { type, interval } : null;
}

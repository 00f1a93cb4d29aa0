import type { Schedule } from '@overdue/domain/schedule/schedule.ts';
import { zoneSpanAt } from '@overdue/domain/schedule/timezone.ts';
import { DAY_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import { z } from 'zod';
import { timeOutput } from '../api/schemas.ts';
import { writeTime } from '../api/times.ts';

const NOTES = ['', 'clocks_forward', 'clocks_back'] as const;

export const previewDetail = z
  .object({
    at: timeOutput('Time of the occurrence.', '2026-11-23T00:00:00.000Z'),
    local: z.string().meta({
      description: "Local time in the schedule's time zone.",
      example: '2026-11-23T02:00:00',
    }),
    offset: z.string().meta({ description: 'Offset of the local time from UTC.', example: '+02:00' }),
    note: z.enum(NOTES).meta({
      description:
        'Whether the clocks change between the previous occurrence and this one: forward or back; empty if they do not. If ' +
        'occurrences are more than a day apart, only a change within the last day counts.',
      example: '',
    }),
  })
  .meta({ id: 'PreviewDetail' });

/** Adds local times, and marks each occurrence that follows a clock change. */
export function describeOccurrences(schedule: Schedule, after: number, occurrences: readonly number[]) {
  return occurrences.map((at, index) => {
    const { offsetMs } = zoneSpanAt(schedule.timezone, at);
    const before = Math.max(occurrences[index - 1] ?? after, at - DAY_MS);
    return {
      at: writeTime(at),
      local: writeTime(at + offsetMs).slice(0, -'.000Z'.length),
      offset: writeOffset(offsetMs),
      note: noteOf(offsetMs - zoneSpanAt(schedule.timezone, before).offsetMs),
    };
  });
}

function noteOf(changeMs: number): (typeof NOTES)[number] {
  if (changeMs === 0) return '';
  return changeMs > 0 ? 'clocks_forward' : 'clocks_back';
}

/** Drops the seconds of historic offsets, which RFC 3339 can't express. */
function writeOffset(offsetMs: number): string {
  const minutes = Math.floor(Math.abs(offsetMs) / MINUTE_MS);
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

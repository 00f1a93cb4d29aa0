import { z } from 'zod';
import { RUN_STATES, type Run } from '../../../domain/run.ts';
import { time } from '../api/schemas.ts';
import { writeTimeOrNull } from '../api/times.ts';

export const eventNumber = (description: string, example: number) =>
  z.int().nullable().meta({ description, example });

export const run = z
  .object({
    runID: z.string().meta({
      description: 'The `rid` that the job sent, else the ID that the service gave the run.',
      example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b70',
    }),
    state: z.enum(RUN_STATES).meta({
      description:
        '`running`: started, not ended. `succeeded` and `failed`: as the job said. `timed_out`: open for longer than ' +
        '`maxRunDuration`. `missed`: expected, no report by the deadline. `unknown`: the service itself could not see.',
      example: 'succeeded',
    }),
    expectedAt: time(
      'When the schedule expected it; null for a run outside the schedule.',
      '2026-11-20T00:00:00.000Z',
    ).nullable(),
    startedAt: time(
      'When its start was reported; null when it was not.',
      '2026-11-20T00:00:04.512Z',
    ).nullable(),
    endedAt: time('When its end was reported; null when it was not.', '2026-11-20T00:03:08.732Z').nullable(),
    duration: z
      .number()
      .nullable()
      .meta({ description: 'Seconds; null when nothing was measured.', example: 184.22 }),
    late: z.boolean().meta({
      description: 'Its report came after the deadline, or its end after the limit.',
      example: false,
    }),
    startEvent: eventNumber('The number of the event that started it.', 411),
    endEvent: eventNumber('The number of the event that ended it.', 412),
  })
  .meta({ id: 'Run', description: 'One execution of the job, or an expected one that did not happen.' });

export function writeRun(record: Run) {
  return {
    runID: record.runID,
    state: record.state,
    expectedAt: writeTimeOrNull(record.expectedAt),
    startedAt: writeTimeOrNull(record.startedAt),
    endedAt: writeTimeOrNull(record.endedAt),
    duration: record.durationMs === null ? null : record.durationMs / 1000,
    late: record.late,
    startEvent: record.startEvent,
    endEvent: record.endEvent,
  };
}

import { DIFF_KINDS, DIFF_OUTCOMES, LINES_MAX, SHOWN_MAX } from '@overdue/domain/logs/log-diff.ts';
import { TAIL_LINES_MAX } from '@overdue/domain/logs/log-tail.ts';
import { RUN_STATES } from '@overdue/domain/run.ts';
import { z } from 'zod';
import { timeOutput } from '../../api/schemas.ts';

const loggedRunFields = {
  runID: z.string().meta({ example: '01932f4e-8a51-7c3e-9d1b-5f2a6c8e4b71' }),
  state: z.enum(RUN_STATES).meta({ description: 'Outcome of the run.', example: 'failed' }),
  event: z.int().meta({ description: 'Number of the event with the log.', example: 412 }),
  expectedAt: timeOutput(
    'When the schedule expected the run; null for a run outside the schedule.',
    '2026-11-20T00:00:00.000Z',
  ).nullable(),
  at: timeOutput('When the run ended, or else started.', '2026-11-20T00:03:08.732Z').nullable(),
};

const loggedRun = z.object(loggedRunFields).meta({ id: 'LoggedRun', description: 'A run that sent a log.' });

export const incidentLog = z
  .object({
    ...loggedRunFields,
    text: z.string().meta({
      description: `The last lines as the job sent them, with terminal colours. At most ${TAIL_LINES_MAX} lines.`,
      example: 'pg_dump: dumping contents of table "public.orders"\npg_dump: error: No space left on device',
    }),
    errorLines: z.array(z.int()).meta({
      description: 'Lines of `text` that probably name the problem, counted from 0.',
      example: [1],
    }),
    isCut: z.boolean().meta({ description: 'Whether the log has earlier lines.', example: true }),
  })
  .meta({ id: 'IncidentLog', description: 'The end of the log of the last failed run that sent one.' });

const diffLine = z
  .object({
    kind: z.enum(DIFF_KINDS).meta({
      description:
        '`same`: in both logs. `added`: only in the log of the failed run. `removed`: only in the log of the successful run. ' +
        '`skipped`: stands for `count` lines that are in both logs.',
      example: 'added',
    }),
    text: z.string().meta({
      description: 'The line without colours; empty if `skipped`.',
      example: 'pg_dump: error: No space left on device',
    }),
    count: z.int().meta({ description: 'Number of lines.', example: 1 }),
  })
  .meta({ id: 'LogDiffLine' });

export const logComparison = z
  .object({
    failed: loggedRun.nullable().meta({ description: 'The failed run; null if none has sent a log.' }),
    succeeded: loggedRun
      .nullable()
      .meta({ description: 'The last successful run before the failed one; null if none has sent a log.' }),
    outcome: z.enum([...DIFF_OUTCOMES, 'no_log']).meta({
      description:
        '`same`: the logs differ only in times and other changing parts. `too_different`: most lines differ. `no_log`: one of the ' +
        'logs is missing.',
      example: 'different',
    }),
    lines: z
      .array(diffLine)
      .meta({ description: `The differences with surrounding lines, at most ${SHOWN_MAX} lines.` }),
    isCut: z.boolean().meta({
      description: `Whether the list of differences is incomplete, or the logs are longer than the ${LINES_MAX.toLocaleString('en')} lines compared.`,
      example: false,
    }),
  })
  .meta({
    id: 'LogComparison',
    description:
      'The log of a failed run compared with that of the last successful run. Times, durations, process IDs, random IDs, hashes ' +
      'and temporary paths are ignored.',
  });

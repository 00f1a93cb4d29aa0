import { AppError } from '@overdue/domain/error.ts';
import { z } from 'zod';
import { draftItem } from '../source/draft-item.ts';
import type { SourceContent } from '../source/item.ts';
import { translateList } from '../source/read-list.ts';

const job = z.strictObject({
  name: z.string().min(1),
  /** Ping ID that the job's line already contains. */
  pingID: z.string(),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  schedule: z.strictObject({
    interval: z.number().optional(),
    cron: z.string().optional(),
    onCalendar: z.string().optional(),
    timezone: z.string(),
    graceDuration: z.number(),
  }),
});

const list = z.object({ jobs: z.array(z.unknown()) });

/**
 * Reads the jobs that `overdue discover` found on a host. The command, not the server, chooses the ping IDs, so that a repeated
 * request creates no duplicate monitors.
 */
export async function readDiscoveredJobs(json: unknown): Promise<SourceContent> {
  const parsed = list.safeParse(json);
  if (!parsed.success)
    throw new AppError('invalid', 'The file isn’t a list of jobs. Use "overdue discover --apply".');
  const content = await translateList(parsed.data.jobs, { schema: job, translate: draftItem });
  return { ...content, channels: [], notes: [] };
}

import { durationWords } from '../alerting/format-text.ts';
import type { Incident } from '../incidents/incident.ts';
import type { Run } from '../run.ts';

/**
 * Returns a sentence if the run that opened an incident had already succeeded, but its report arrived late. Null for other runs.
 */
export function lateReport(
  run: Run | null,
  { openedAt, closedAt }: Pick<Incident, 'openedAt' | 'closedAt'>,
): string | null {
  if (run?.state !== 'succeeded' || run.endedAt === null || run.endedAt >= openedAt) return null;
  const delay = durationWords((closedAt ?? openedAt) - run.endedAt);
  return `It ran ${run.late ? 'late' : 'on time'}; the report arrived ${delay} late.`;
}

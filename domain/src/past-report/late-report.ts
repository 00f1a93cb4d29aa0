import { durationWords } from '../alerting/format-text.ts';
import type { Incident } from '../incidents/incident.ts';
import type { Run } from '../run.ts';

/**
 * Returns a sentence about the late report of the run that opened an incident; null unless the run had already succeeded when the
 * incident opened.
 */
export function lateReport(
  run: Run | null,
  { openedAt, closedAt }: Pick<Incident, 'openedAt' | 'closedAt'>,
): string | null {
  if (run?.state !== 'succeeded' || run.endedAt === null || run.endedAt >= openedAt) return null;
  const delay = durationWords((closedAt ?? openedAt) - run.endedAt);
  return `It ran ${run.late ? 'late' : 'on time'}; the report arrived ${delay} late.`;
}

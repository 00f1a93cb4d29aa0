import { type MonitorState, newMonitorState, type Status, statusAt } from '@overdue/domain/monitor-state.ts';
import { type Kysely, sql } from 'kysely';
import { findSpanEnd } from '../../database/monitor-span.ts';
import type { Schema } from '../../database/schema.ts';

interface Facts {
  readonly paused: number;
  readonly reported: number;
  readonly incident: number;
  readonly failing: number;
  readonly overdue: number;
  readonly monitors: number;
}

/** Groups monitors by the facts that determine a status. The domain derives each status, so that precedence is defined once. */
export async function countStatuses(
  db: Kysely<Schema>,
  { now, afterID, span }: { readonly now: number; readonly afterID: number; readonly span: number },
): Promise<{ readonly counts: Partial<Record<Status, number>>; readonly next: number | null }> {
  const next = await findSpanEnd(db, afterID, span);
  const { rows } = await sql<Facts>`
    SELECT paused, reported, incident, failing, overdue, CAST(COUNT(*) AS INTEGER) AS monitors
    FROM (
      SELECT paused, reported,
        CASE WHEN incident_reason IS NULL THEN 0 ELSE 1 END AS incident,
        CASE WHEN failure_streak > 0 THEN 1 ELSE 0 END AS failing,
        CASE WHEN next_expected_at < ${now} THEN 1 ELSE 0 END AS overdue
      FROM monitor_states
      WHERE monitor_id > ${afterID} AND monitor_id <= ${next ?? Number.MAX_SAFE_INTEGER}
    ) AS facts
    GROUP BY paused, reported, incident, failing, overdue`.execute(db);
  const counts: Partial<Record<Status, number>> = {};
  for (const facts of rows) {
    const status = statusAt(exampleOf(facts, now), now);
    counts[status] = (counts[status] ?? 0) + facts.monitors;
  }
  return { counts, next };
}

function exampleOf(facts: Facts, now: number): MonitorState {
  return {
    ...newMonitorState({ createdAt: 0, paused: facts.paused === 1 }),
    hasReported: facts.reported === 1,
    failureStreak: facts.failing,
    incident: facts.incident === 1 ? { reason: 'failed', at: 0, expectedAt: null } : null,
    nextExpectedAt: facts.overdue === 1 ? now - 1 : null,
  };
}

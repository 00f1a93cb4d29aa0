import { sql } from 'kysely';

/** SQL for `beganAt` of domain/src/run.ts. Requires the alias `r` for the table of runs. */
export const BEGAN_AT = sql<number>`COALESCE(r.started_at, r.ended_at - COALESCE(r.duration_ms, 0), r.expected_at, 0)`;

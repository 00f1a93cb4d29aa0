import { alertKind, needsPlanning } from '@overdue/domain/alerting/alert.ts';
import type { Transition } from '@overdue/domain/decision/decision-draft.ts';
import { type IncidentEnd, incidentChange } from '@overdue/domain/incidents/incident.ts';
import { bigintArray, textArray } from '../../database/postgres/arrays.ts';
import type { Statement, StatementResult } from '../../database/postgres/statement.ts';
import type { WorkingMonitor } from '../working-set.ts';

interface OpenedIncident {
  readonly incidentID: string;
  readonly monitor: WorkingMonitor;
  readonly opening: Transition;
  ending: { readonly at: number; readonly by: IncidentEnd } | null;
}

/** Incident of a transition: opened in this batch, stored before, or none. */
type Subject = OpenedIncident | 'stored' | null;

interface StatusChange {
  readonly monitor: WorkingMonitor;
  readonly transition: Transition;
  readonly subject: Subject;
}

interface Ended {
  readonly monitorID: number;
  readonly at: number;
  readonly by: IncidentEnd;
}

/** Saves each transition of a batch with its outbox row, so that neither exists without the other. */
export interface TransitionPlan {
  /** Statements that insert incidents and transitions, whose IDs the outbox rows need; empty if there are none. */
  readonly statements: readonly Statement[];
  /** Builds the outbox rows from the results of `statements`, in the same order. */
  readonly outbox: (results: readonly StatementResult[]) => readonly Statement[];
}

// Closes the previous incident first, because a monitor has at most one open incident. Locks incidents in the same order as
// planning does, which prevents deadlocks.
const END_INCIDENTS = `UPDATE incidents i SET closed_at = o.at, closed_by = o.by, remind_at = NULL, escalate_at = NULL
  FROM (SELECT open.id, u.at, u.by FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS u (monitor_id, at, by)
    JOIN incidents open ON open.monitor_id = u.monitor_id AND open.closed_at IS NULL
    ORDER BY open.id + 0 FOR NO KEY UPDATE OF open) AS o
  WHERE i.id = o.id RETURNING i.monitor_id, i.id`;

const OPEN_INCIDENTS = `INSERT INTO incidents (incident_id, team_id, monitor_id, reason, opened_at, run_seq, closed_at, closed_by)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[])
  RETURNING incident_id, id`;

const INSERT_TRANSITIONS = `INSERT INTO transitions (monitor_id, from_status, to_status, at, reason, run_seq, event_number)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[])
  RETURNING id`;

const INSERT_OUTBOX = `INSERT INTO outbox (team_id, monitor_id, kind, transition_id, incident_id, created_at, planned_at)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])`;

export function planTransitions(monitors: Iterable<WorkingMonitor>, newID: () => string): TransitionPlan {
  const changes: StatusChange[] = [];
  const opened: OpenedIncident[] = [];
  const ended: Ended[] = [];
  for (const monitor of monitors) {
    let open: OpenedIncident | null = null;
    for (const transition of monitor.transitions) {
      let subject: Subject = null;
      const change = incidentChange(transition);
      if (change === 'opened') {
        open = { incidentID: newID(), monitor, opening: transition, ending: null };
        opened.push(open);
        subject = open;
      } else if (change !== null) {
        if (open === null) ended.push({ monitorID: monitor.id, at: transition.at, by: change });
        else open.ending = { at: transition.at, by: change };
        subject = open ?? 'stored';
        open = null;
      }
      changes.push({ monitor, transition, subject });
    }
  }
  if (changes.length === 0) return { statements: [], outbox: () => [] };
  const ends = ended.length === 0 ? [] : [endIncidents(ended)];
  const opens = opened.length === 0 ? [] : [openIncidents(opened)];
  return {
    statements: [...ends, ...opens, insertTransitions(changes)],
    outbox: (results) => [
      insertOutbox(changes, {
        ends: idsByName(results.slice(0, ends.length)),
        opens: idsByName(results.slice(ends.length, -1)),
        // Sorting restores the order of the rows, because IDs were assigned in that order.
        transitions: (results.at(-1)?.rows ?? []).map(([id]) => Number(id)).sort((a, b) => a - b),
      }),
    ],
  };
}

function endIncidents(ended: readonly Ended[]): Statement {
  return {
    text: END_INCIDENTS,
    values: [
      bigintArray(ended, ({ monitorID }) => monitorID),
      bigintArray(ended, ({ at }) => at),
      textArray(ended, ({ by }) => by),
    ],
  };
}

function openIncidents(opened: readonly OpenedIncident[]): Statement {
  return {
    text: OPEN_INCIDENTS,
    values: [
      textArray(opened, ({ incidentID }) => incidentID),
      textArray(opened, ({ monitor }) => monitor.teamID),
      bigintArray(opened, ({ monitor }) => monitor.id),
      textArray(opened, ({ opening }) => opening.reason),
      bigintArray(opened, ({ opening }) => opening.at),
      bigintArray(opened, ({ opening }) => opening.runSeq),
      bigintArray(opened, ({ ending }) => ending?.at ?? null),
      textArray(opened, ({ ending }) => ending?.by ?? null),
    ],
  };
}

function insertTransitions(changes: readonly StatusChange[]): Statement {
  return {
    text: INSERT_TRANSITIONS,
    values: [
      bigintArray(changes, ({ monitor }) => monitor.id),
      textArray(changes, ({ transition }) => transition.from),
      textArray(changes, ({ transition }) => transition.to),
      bigintArray(changes, ({ transition }) => transition.at),
      textArray(changes, ({ transition }) => transition.reason),
      bigintArray(changes, ({ transition }) => transition.runSeq),
      bigintArray(changes, ({ transition }) => transition.eventNumber),
    ],
  };
}

interface IDs {
  readonly ends: ReadonlyMap<string, number>;
  readonly opens: ReadonlyMap<string, number>;
  readonly transitions: readonly number[];
}

function insertOutbox(changes: readonly StatusChange[], { ends, opens, transitions }: IDs): Statement {
  const rows = changes.map(({ monitor, transition, subject }, index) => {
    const kind = alertKind(transition);
    const incidentID =
      subject === null
        ? null
        : ((subject === 'stored' ? ends.get(String(monitor.id)) : opens.get(subject.incidentID)) ?? null);
    const { at } = transition;
    const plannedAt = needsPlanning(kind, incidentID) ? null : at;
    return { monitor, kind, transitionID: transitions[index] ?? null, incidentID, at, plannedAt };
  });
  return {
    text: INSERT_OUTBOX,
    values: [
      textArray(rows, ({ monitor }) => monitor.teamID),
      bigintArray(rows, ({ monitor }) => monitor.id),
      textArray(rows, ({ kind }) => kind),
      bigintArray(rows, ({ transitionID }) => transitionID),
      bigintArray(rows, ({ incidentID }) => incidentID),
      bigintArray(rows, ({ at }) => at),
      bigintArray(rows, ({ plannedAt }) => plannedAt),
    ],
  };
}

function idsByName(results: readonly StatementResult[]): ReadonlyMap<string, number> {
  return new Map(results.flatMap(({ rows }) => rows.map(([name, id]) => [name ?? '', Number(id)] as const)));
}

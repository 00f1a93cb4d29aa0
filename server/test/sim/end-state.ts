import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { Run } from '@overdue/domain/monitor/run.ts';
import type { Store } from '../../src/store/store.ts';
import { listOutbox } from '../store/outbox.ts';
import { steadyOf } from './on-call.ts';
import type { SimulatedJob } from './simulated-job.ts';

const ALL = { limit: 1_000_000 };

/** Final state from the store, in parts. Their names don't depend on the database. */
export type EndState = Readonly<Record<string, readonly unknown[]>>;

/**
 * Reads the final state of a simulation. Replaces random and sequential IDs with names or with the order of their first
 * use, because these IDs may differ between databases.
 */
export async function endStateOf(
  store: Store,
  known: readonly SimulatedJob[],
  teamIDs: readonly string[],
): Promise<EndState> {
  /**
   * Name of each ID. Numbers restart for each monitor, so that an additional row doesn't rename the IDs of other monitors.
   */
  let names = new Map<string, string>();
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value).replaceAll(UUID, (id) => {
        const name = names.get(id) ?? `id ${names.size}`;
        names.set(id, name);
        return name;
      }),
    );

  const monitors: unknown[] = [];
  const events: unknown[] = [];
  const runs: unknown[] = [];
  const transitions: unknown[] = [];
  const reports: unknown[] = [];
  const places = new Map<number, string>();
  for (const { record } of known) {
    const { id, teamID, shortID } = record;
    names = new Map();
    const found = (await store.findMonitors(teamID, { shortIDs: [shortID] }))[0] ?? null;
    monitors.push(plain([shortID, found?.rules, found?.state, found?.details]));
    for (const event of (await store.listEvents(id, ALL)).toReversed()) events.push(plain([shortID, event]));
    // Sorted by time, because a hidden occurrence may be written before or after an earlier missed one.
    const ledger = (await store.listRuns(id, ALL)).map(({ seq: _seq, blindWindowID, ...run }) => ({
      ...run,
      isHidden: blindWindowID !== null,
    }));
    ledger.sort((a, b) => timeOf(a) - timeOf(b));
    for (const run of ledger) runs.push(plain([shortID, run]));
    let place = 0;
    for (const { id: transitionID, runSeq: _seq, ...rest } of (
      await store.listTransitions(id, ALL)
    ).toReversed()) {
      place += 1;
      places.set(transitionID, `${shortID} ${place}`);
      transitions.push(plain([shortID, rest]));
      const [report] = await store.listAlertReports(id, { transitionID });
      reports.push(
        plain([shortID, place, report?.kind, report?.state, report?.decisions.map(writeDecision).sort()]),
      );
    }
  }
  const incidents: unknown[] = [];
  const deliveries: string[] = [];
  for (const teamID of teamIDs) {
    for (const { id: _id, incidentID: _incidentID, runID: _runID, runSeq: _seq, ...incident } of (
      await store.listIncidents(teamID, ALL)
    ).toReversed())
      incidents.push(plain([teamID, incident]));
    // Lists only the channel that always works. The outcome for other channels depends on the exact time of each attempt.
    const filter = { ...ALL, channelShortID: steadyOf(teamID) };
    for (const { channel, kind, alert } of await store.listDeliveries(teamID, filter))
      for (const subject of subjectsOf(alert, kind)) deliveries.push(`${channel.shortID} ${subject}`);
  }
  const outbox = (await listOutbox(store, 0, ALL.limit)).map(
    ({ teamID, monitorID, kind, transitionID, createdAt, plannedAt }) => {
      // A row without a transition, such as a reminder, is created when a loop next runs, so its time is not compared.
      const at = transitionID === null ? 'some time' : createdAt;
      return [teamID, monitorID, kind, places.get(transitionID ?? 0), at, plannedAt !== null].join(' ');
    },
  );
  return {
    monitors,
    events,
    runs,
    transitions,
    reports,
    incidents: incidents.map((incident) => JSON.stringify(incident)).sort(),
    outbox: outbox.sort(),
    deliveries: deliveries.sort(),
  };
}

const UUID = /[0-9a-f]{8}-0000-7000-8000-[0-9a-f]{12}/g;

function writeDecision({ channel, reason }: { readonly channel: string; readonly reason: string }): string {
  return `${channel}: ${reason}`;
}

function timeOf({
  expectedAt,
  startedAt,
  endedAt,
}: Pick<Run, 'expectedAt' | 'startedAt' | 'endedAt'>): number {
  return expectedAt ?? startedAt ?? endedAt ?? 0;
}

/** Returns each item of an alert as a text, because timing decides how many items share a message. */
function subjectsOf(alert: string, kind: string): readonly string[] {
  const { items }: Alert = JSON.parse(alert);
  return items.length === 0 ? [kind] : items.map(({ event, monitor }) => `${event} ${monitor.shortID}`);
}

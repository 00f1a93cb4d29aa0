import type { Server } from 'node:http';
import type { Accounts } from '../accounts/accounts.ts';
import type { AlertEngine } from '../alerts/alert-engine.ts';
import type { CheckScheduler } from '../checks/scheduler.ts';
import { epochOfLane } from '../core/ingest/epoch.ts';
import type { Ingest } from '../core/ingest/ingest.ts';
import type { PingNotices } from '../core/ingest/pending-ping-notices.ts';
import type { SetAsideRetry } from '../core/ingest/set-aside-retry.ts';
import type { MailPing } from '../core/mail/mail-ping.ts';
import type { ClockDiscipline } from '../core/nodes/clock-discipline.ts';
import type { Presence } from '../core/presence/presence.ts';
import type { Retention } from '../core/retention/retention.ts';
import type { Watchdog } from '../core/watchdog/watchdog.ts';
import type { Forwarder } from '../forwarding/forwarder.ts';
import type { HintReceiver } from '../live/hints.ts';
import type { Live } from '../live/live.ts';
import type { Connections } from '../platform/http/connections.ts';
import { closeServer } from '../platform/http/listening.ts';
import type { Mailer } from '../platform/outbound/mailer.ts';
import type { DatabaseStart } from '../platform/runtime/database-start.ts';
import type { Pulse } from '../platform/runtime/pulse.ts';
import { STOP_BY_MS, type StopStep } from '../platform/runtime/stopping.ts';
import type { LogIndexer } from '../search/indexer.ts';
import type { Parts } from './parts.ts';

/** Time left for connections to close after the last requests were refused. */
const CLOSING_MS = 200;

export interface Running extends Parts {
  readonly databaseStart: DatabaseStart;
  readonly discipline: ClockDiscipline;
  readonly hints: HintReceiver;
  readonly live: Live;
  readonly server: Server;
  readonly connections: Connections;
  readonly accounts: Accounts;
  readonly ingest: Ingest;
  readonly pingNotices: PingNotices;
  readonly presence: Presence;
  readonly pulse: Pulse;
  readonly watchdog: Watchdog;
  readonly alerting: AlertEngine | null;
  readonly forwarder: Forwarder | null;
  readonly checks: CheckScheduler | null;
  readonly mailer: Mailer | null;
  readonly mailPing: MailPing | null;
  readonly retention: Retention;
  readonly indexer: LogIndexer;
  readonly setAsideRetry: SetAsideRetry;
}

export function stopSteps(running: Running): readonly StopStep[] {
  const { databaseStart, accounts, ingest, pingNotices, watchdog, retention, indexer, setAsideRetry, store } =
    running;
  return [
    { name: 'opening the database', byMs: STOP_BY_MS.databaseStart, run: databaseStart.stop },
    { name: 'requests', byMs: STOP_BY_MS.requests, run: (leftMs) => endRequests(running, leftMs) },
    { name: 'account mails', byMs: STOP_BY_MS.mails, run: () => accounts.drain() },
    { name: 'pings', byMs: STOP_BY_MS.pings, run: () => ingest.stop().then(pingNotices.stop) },
    // Runs before the end of presence, because results are commands.
    { name: 'checks', byMs: STOP_BY_MS.watchdog, run: () => running.checks?.stop() },
    { name: 'watchdog', byMs: STOP_BY_MS.watchdog, run: watchdog.stop },
    // Runs before the alerts step, which may take seconds. Those seconds must not count as watched time, because this process
    // accepts no more pings.
    { name: 'end of presence', byMs: STOP_BY_MS.presence, run: () => endPresence(running) },
    { name: 'alerts and forwarded pings', byMs: STOP_BY_MS.alerts, run: () => endAlerts(running) },
    {
      name: 'retention and index',
      byMs: STOP_BY_MS.retention,
      run: () => Promise.all([retention.stop(), indexer.stop(), setAsideRetry.stop()]),
    },
    { name: 'database', byMs: STOP_BY_MS.database, run: () => store.close() },
  ];
}

async function endRequests(running: Running, leftMs: number): Promise<void> {
  const { discipline, hints, live, server, connections, clock, presence, mailPing } = running;
  discipline.stop();
  hints.stop();
  // A live stream stays open until the service ends it.
  live.stop();
  const drainMs = leftMs - CLOSING_MS;
  const closing = Promise.all([
    closeServer(server, { connections, clock, drainMs }),
    mailPing?.stop(drainMs),
  ]);
  // Errors are ignored, because the step "end of presence" also detects an unavailable database.
  await presence.endWatchedTime().catch(() => undefined);
  await closing;
}

async function endPresence({ presence, pulse, ingest, spools, store, epoch }: Running): Promise<void> {
  await presence.stop();
  pulse.stop();
  if (ingest.unstoredSince() !== null) return;
  // The other lanes' tickets are deleted here, because presence deletes only the tickets of the first lane.
  for (let number = 1; number < spools.length; number += 1)
    await store.forgetNode(epochOfLane(epoch, number));
}

async function endAlerts({ metrics, alerting, forwarder, mailer }: Running): Promise<void> {
  metrics.stop();
  await Promise.all([alerting?.stop(), forwarder?.stop()]);
  mailer?.close();
}

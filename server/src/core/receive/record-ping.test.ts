import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readReport } from '@overdue/domain/ping/ping-report.ts';
import { expect, test } from 'vitest';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import type { AcceptedPing, PingOutcome, SlugTarget } from '../ingest/accepted-ping.ts';
import { monitorOfSlug } from './find-ping.ts';
import { createRecorder } from './record-ping.ts';

const ADDRESS = { keyHash: 'hash', slug: 'job' };

function known(monitorID: number): Extract<SlugTarget, { readonly outcome: 'known' }> {
  const project = { keyShortID: 'k', teamID: 't', projectID: 1, projectShortID: 'p' };
  return { outcome: 'known', project, monitor: { monitorID, pingID: `Ping-${monitorID}`, revision: 1 } };
}

/** Records a ping for monitor 1, which was just deleted. `now`: result of looking up the slug after the deletion. */
function recordForDeleted(now: SlugTarget) {
  const submitted: AcceptedPing[] = [];
  const recorder = createRecorder({
    ingest: {
      findBySlug: () => now,
      async submit(arrival): Promise<PingOutcome> {
        submitted.push(arrival);
        if (arrival.monitorID === 1) return { outcome: 'gone' };
        const { command } = arrival;
        const event = {
          number: 1,
          type: command.type,
          at: 0,
          happenedAt: 0,
          durationMs: null,
          runID: 'r',
          warnings: [],
        };
        const unchanged = { changedStatus: false, changedProject: false };
        return { outcome: 'applied', teamID: 't', monitorID: 1, status: 'up', event, ...unchanged };
      },
    },
    pingNotices: { add() {} },
    clock: systemClock,
    metrics: createMetrics('test'),
    pingRate: { take: () => null },
    missRate: { take: () => null },
    remoteAddress: () => '192.0.2.1',
    bodyLimit: 1000,
    provision: {
      create: () => Promise.resolve(null),
      isConfigured: () => true,
      configure: () => Promise.resolve([]),
      recordUse() {},
    },
  });
  const request = new IncomingMessage(new Socket());
  const recorded = recorder.recordReport(
    { request, method: 'GET', at: 0, startedAt: 0 },
    monitorOfSlug(known(1), ADDRESS),
    readReport({ type: 'end', exitStatus: null }, []),
  );
  return { recorded, submitted };
}

test('a ping by slug whose monitor was deleted goes to the monitor that has the slug now', async () => {
  const { recorded, submitted } = recordForDeleted(known(2));
  expect(await recorded).toMatchObject({ pingID: 'Ping-2', status: 'up' });
  expect(submitted).toMatchObject([
    { monitorID: 1, teamID: 't', normalizedPingID: 'Ping-1' },
    { monitorID: 2, teamID: 't', normalizedPingID: 'Ping-2' },
  ]);
});

test.each<SlugTarget>([
  known(1),
  { outcome: 'unknown_key' },
  { outcome: 'unknown_slug', project: known(1).project },
  { outcome: 'ambiguous', project: known(1).project },
  { outcome: 'unavailable' },
])('the client sends a ping again if no monitor has the slug: $outcome', async (now) => {
  await expect(recordForDeleted(now).recorded).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 1,
  });
});

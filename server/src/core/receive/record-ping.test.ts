import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
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

/** Creates a recorder. Monitor 1 was just deleted. `now`: result of looking up the slug after the deletion. */
function openRecorder(now: SlugTarget) {
  const submitted: AcceptedPing[] = [];
  const refused: (readonly [number, string])[] = [];
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
    onRefused: (arrivedAt, teamID) => void refused.push([arrivedAt, teamID]),
    provision: {
      create: () => Promise.resolve(null),
      isConfigured: () => true,
      configure: () => Promise.resolve([]),
      recordUse() {},
    },
  });
  return { recorder, submitted, refused };
}

function recordForDeleted(now: SlugTarget) {
  const { recorder, submitted } = openRecorder(now);
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

/** Returns a request whose compressed body has arrived. */
function compressed(contentType: string): IncomingMessage {
  const body = gzipSync('state=fail');
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  request.rawHeaders.push('Content-Type', contentType, 'Content-Encoding', 'gzip');
  request.rawHeaders.push('Content-Length', String(body.byteLength));
  request.push(body);
  request.push(null);
  request.complete = true;
  return request;
}

test.each(['a form', 'check-ins'])(
  'a ping that is refused because too many bodies wait to be decompressed counts as a refused ping of its team: %s',
  async (what) => {
    const { recorder, refused } = openRecorder(known(2));
    const monitor = monitorOfSlug(known(2), ADDRESS);
    // Two bodies are decompressed at a time, and 900 of one address wait.
    const results = await Promise.allSettled(
      Array.from({ length: 903 }, async () => {
        const request = compressed('application/x-www-form-urlencoded');
        const received = { request, method: 'POST', at: 7, startedAt: 0 } as const;
        if (what === 'a form')
          await recorder.recordCall(received, monitor, {
            path: { type: 'end', exitStatus: null },
            fields: [],
          });
        else
          (
            await recorder.readWhole(received, { teamID: 't', findTeam: () => Promise.resolve('t') })
          ).upload?.end();
      }),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(refused).toEqual([[7, 't']]);
  },
);

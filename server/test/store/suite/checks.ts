import type { CheckResult } from '@overdue/domain/checks/check-result.ts';
import type { MonitorRules } from '@overdue/domain/monitor/rules.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { describe, expect, test } from 'vitest';
import { CHECK_SHARDS } from '../../../src/checks/contract.ts';
import type { CommandInput, MonitorRecord } from '../../../src/database/records.ts';
import type { Store } from '../../../src/store/store.ts';
import { createMonitorEdit } from '../../edits.ts';
import {
  applyOne,
  command,
  eachTest,
  foundMonitor,
  MINUTE,
  makeMonitor,
  makeTeam,
  NOON,
  newMonitor,
  type OpenDatabase,
} from './fixtures.ts';

const SECOND = 1000;

const EVERY_MINUTE: Partial<MonitorRules> = {
  kind: 'http',
  schedule: { type: 'grid', intervalMs: MINUTE, phaseMs: 7 * SECOND, timezone: 'UTC', graceMs: MINUTE },
};

export const FAILED_CHECK: CheckResult = {
  outcome: 'failed',
  code: 'status',
  message: 'The status is 503, expected 200-299.',
  startedAt: NOON + 10,
  phases: { dns: 1.5, connect: 2.25, tls: null, firstByte: 30, total: 34 },
  address: '2001:db8::7',
  family: 6,
  status: 503,
  certificate: {
    subject: 'example.com',
    issuer: 'Test CA ✓',
    validFrom: NOON - MINUTE,
    expiresAt: NOON + MINUTE,
    fingerprint: 'ab'.repeat(32),
  },
  domainExpiresAt: null,
  excerpt: 'Sorry, "down"\n',
  node: 'one',
  region: 'fra',
  disputed: false,
  earlier: [
    {
      outcome: 'timed_out',
      code: 'connect_timeout',
      message: 'No connection in time.',
      startedAt: NOON,
      phases: { dns: 1, connect: null, tls: null, firstByte: null, total: 10_000 },
      node: 'one',
      region: 'fra',
    },
  ],
};

function recorded(monitorID: number, slot: number, result: CheckResult = FAILED_CHECK): CommandInput {
  return command(monitorID, { kind: 'check', at: slot + 40, slot, startedAt: slot + 5, result });
}

/** Creates a checked monitor that awaits its first check from noon on. */
async function makeChecked(
  store: Store,
  name: string,
  { id: teamID, projectID }: { readonly id: string; readonly projectID: number },
): Promise<MonitorRecord> {
  const wish = newMonitor({ teamID, projectID, name, rules: EVERY_MINUTE });
  const created = await store.createMonitor(
    {
      ...wish,
      details: { ...wish.details, url: 'https://example.com/health', sealedCheck: `sealed ${name}` },
      monitor: {
        ...wish.monitor,
        state: newMonitorState({ kind: 'http', createdAt: NOON, paused: false }),
      },
    },
    1000,
  );
  if (created.outcome !== 'created') throw new Error(`The monitor was not created: ${created.outcome}.`);
  return created.monitor;
}

export function describeChecks(open: OpenDatabase): void {
  const database = eachTest(open);
  const due = (until: number, shards: readonly number[] | null = null, limit = 100) =>
    database.store.listDueChecks({ until, shards, limit });

  describe('checks', () => {
    test('a result is stored with its run, and its message with the incident', async () => {
      const { store } = database;
      const monitor = await makeChecked(store, 'web', await makeTeam(store, 'acme'));
      await applyOne(store, recorded(monitor.id, NOON));
      await database.reopen();
      const [run] = await database.store.listRuns(monitor.id, { limit: 10 });
      expect(run).toMatchObject({
        state: 'failed',
        expectedAt: NOON,
        endedAt: NOON + 40,
        check: FAILED_CHECK,
      });
      const { state, details } = await foundMonitor(database.store, monitor);
      expect(state.incident).toMatchObject({ reason: 'failed', message: FAILED_CHECK.message });
      expect(state.lastFailure).toMatchObject({ reason: 'failed', message: FAILED_CHECK.message });
      expect(details).toMatchObject({ url: 'https://example.com/health', sealedCheck: 'sealed web' });
    });

    test('a second result of the same slot changes nothing', async () => {
      const { store } = database;
      const monitor = await makeChecked(store, 'web', await makeTeam(store, 'acme'));
      await applyOne(store, recorded(monitor.id, NOON));
      const before = await foundMonitor(store, monitor);
      await applyOne(
        store,
        recorded(monitor.id, NOON, { ...FAILED_CHECK, outcome: 'succeeded', code: null }),
      );
      expect(await foundMonitor(store, monitor)).toEqual(before);
      expect(await store.listRuns(monitor.id, { limit: 10 })).toMatchObject([{ check: FAILED_CHECK }]);
    });

    test('a result is dropped if the monitor has another target by now', async () => {
      const { store } = database;
      const monitor = await makeChecked(store, 'web', await makeTeam(store, 'acme'));
      const { url, sealedCheck } = monitor.details;
      const before = await foundMonitor(store, monitor);
      for (const target of [
        { url: 'https://example.org/', sealedCheck },
        { url, sealedCheck: 'other' },
      ])
        expect(await applyOne(store, { ...recorded(monitor.id, NOON), target })).toMatchObject({
          changedStatus: false,
        });
      expect(await store.listRuns(monitor.id, { limit: 10 })).toEqual([]);
      expect(await foundMonitor(store, monitor)).toEqual(before);
      await applyOne(store, { ...recorded(monitor.id, NOON), target: { url, sealedCheck } });
      expect(await store.listRuns(monitor.id, { limit: 10 })).toMatchObject([{ check: FAILED_CHECK }]);
    });

    test('the run of a job has no result', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const job = await makeMonitor(store, { teamID, projectID, name: 'job' });
      await applyOne(store, recorded(job.id, NOON));
      expect(await store.listRuns(job.id, { limit: 10 })).toEqual([]);
    });

    test('due checks are listed from the awaited slot on, earliest first', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      await makeMonitor(store, { teamID: team.id, projectID: team.projectID, name: 'job' });
      const a = await makeChecked(store, 'a', team);
      const b = await makeChecked(store, 'b', team);
      await applyOne(store, recorded(a.id, NOON));
      expect(await due(NOON)).toEqual([]);
      expect(await due(NOON + 1)).toEqual([
        {
          monitorID: b.id,
          shortID: b.shortID,
          teamID: team.id,
          rules: b.rules,
          status: 'new',
          slot: NOON,
          url: 'https://example.com/health',
          sealedCheck: 'sealed b',
        },
      ]);
      expect(await due(NOON + 8 * SECOND)).toMatchObject([
        { monitorID: b.id, slot: NOON },
        { monitorID: a.id, slot: NOON + 7 * SECOND, status: 'down' },
      ]);
      expect(await due(NOON + 8 * SECOND, null, 1)).toMatchObject([{ monitorID: b.id }]);
      expect(await due(NOON + 8 * SECOND, [a.id % CHECK_SHARDS])).toMatchObject([{ monitorID: a.id }]);
      expect(await due(NOON + 8 * SECOND, [])).toEqual([]);
    });

    test('paused and deleted monitors are not due, and an edit shows its new settings', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const [a, b, c] = [
        await makeChecked(store, 'a', team),
        await makeChecked(store, 'b', team),
        await makeChecked(store, 'c', team),
      ];
      await applyOne(store, command(a.id, { kind: 'pause', at: NOON + 1 }));
      await store.deleteMonitors([b.id], NOON + 1);
      await applyOne(
        store,
        createMonitorEdit(c, NOON + 1, { url: 'https://example.org/', sealedCheck: 'new' }),
      );
      expect(await due(NOON + MINUTE)).toMatchObject([
        { monitorID: c.id, url: 'https://example.org/', sealedCheck: 'new' },
      ]);
    });
  });
}

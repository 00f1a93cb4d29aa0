import { MONITOR_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { NO_FILTER } from '@overdue/domain/ping/ping-filter.ts';
import { describe, expect, test } from 'vitest';
import { importMonitors } from '../../../src/configuration/import-monitors.ts';
import type { BatchInput, MonitorDetails, MonitorEdit } from '../../../src/database/records.ts';
import type { MonitorFilter } from '../../../src/monitors/contract.ts';
import { createMonitorEdit, recordOf } from '../../edits.ts';
import { listOutbox } from '../outbox.ts';
import { newChannel } from './channels.ts';
import {
  applyOne,
  command,
  DAY,
  eachTest,
  foundMonitor,
  HOUR,
  listedMonitors,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  newMonitor,
  newProject,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

const FIRST = { limit: 100 };

export function describeMonitors(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('importMonitors', () => {
    const limits = { monitors: 5, channels: 1 };

    test('all monitors of an import can be found', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const monitors = ['a', 'b', 'c'].map((name) => newMonitor({ teamID, projectID, name }));
      const imported = await importMonitors(
        store,
        { teamID, monitors, channels: [], projectKeys: [], edits: [], legacyIDs: [] },
        { limits },
      );
      expect(imported).toMatchObject({ outcome: 'imported', monitorIDs: { length: 3 } });
      const listed = await listedMonitors(store, teamID);
      expect(listed.map(({ pingID, details }) => [pingID, details.name])).toEqual(
        monitors.map(({ pingID, details }) => [pingID, details.name]),
      );
      const monitorID = imported.outcome === 'imported' ? (imported.monitorIDs[1] ?? 0) : 0;
      const past = {
        kind: 'past_run',
        outcome: 'failed',
        at: NOON - DAY,
        durationMs: 5,
        importedAt: NOON,
      } as const;
      await store.apply([{ monitorID, command: past }]);
      expect(await store.listRuns(monitorID, FIRST)).toMatchObject([
        { state: 'failed', startedAt: NOON - DAY - 5 },
      ]);
      expect(await store.listEvents(monitorID, FIRST)).toMatchObject([{ type: 'fail', at: NOON - DAY }]);
      expect((await listedMonitors(store, teamID))[1]?.state).toMatchObject({
        hasReported: false,
        runCount: 1,
      });
      for (const { normalizedPingID } of monitors)
        expect(await store.monitorsByPingID.find(normalizedPingID, 0)).not.toBeNull();
    });

    test('IDs of channels and badges are kept once, until their resource is deleted', async () => {
      const { store } = database;
      const team = await makeTeam(store, 'acme');
      const { id: teamID, projectID } = team;
      const channel = recordOf(await store.channels.create(newChannel('Ops', { teamID })));
      const monitor = newMonitor({ teamID, projectID, name: 'a' });
      const tag = { kind: 'tag_badge', projectID, value: 'key/sig', tag: 'db' } as const;
      const check = { kind: 'check_badge', projectID, value: 'k', monitorShortID: monitor.shortID } as const;
      const uuid = { kind: 'channel', projectID, value: 'u', channelShortID: channel.shortID } as const;
      const rows = {
        teamID,
        monitors: [monitor],
        channels: [],
        projectKeys: [],
        edits: [],
        legacyIDs: [tag, check, uuid],
      };
      const imported = await importMonitors(store, rows, { limits });
      const other = await makeTeam(store, 'other');
      const taken = { ...tag, projectID: other.projectID, tag: 'stolen' };
      await importMonitors(
        store,
        { ...rows, teamID: other.id, monitors: [], legacyIDs: [taken] },
        { limits },
      );
      expect(await store.legacyIDs.findInAnyTeam('key/sig')).toEqual({
        kind: 'tag_badge',
        teamID,
        projectShortID: 'project-acme',
        tag: 'db',
      });
      expect(await store.legacyIDs.findInAnyTeam('k')).toEqual({
        kind: 'check_badge',
        teamID,
        monitorShortID: monitor.shortID,
      });
      expect(await store.legacyIDs.listChannelUUIDs(projectID)).toEqual([
        { uuid: 'u', shortID: channel.shortID },
      ]);
      expect(await store.legacyIDs.listChannelUUIDs(other.projectID)).toEqual([]);
      await store.channels.delete(teamID, channel.shortID);
      await store.deleteMonitors(imported.outcome === 'imported' ? imported.monitorIDs : [], NOON);
      expect(await store.legacyIDs.listChannelUUIDs(projectID)).toEqual([]);
      expect(await store.legacyIDs.findInAnyTeam('k')).toBeNull();
    });

    test('past changes are inserted with outbox rows that need no plan, and the incident of the last change', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const failure = { reason: 'missed', at: NOON, expectedAt: NOON - HOUR } as const;
      const change = { from: 'new', at: NOON, runSeq: null, eventNumber: null } as const;
      const up = newMonitor({ teamID, projectID, name: 'up', state: { hasReported: true } });
      const down = newMonitor({
        teamID,
        projectID,
        name: 'down',
        state: { hasReported: true, incident: failure },
      });
      const monitors = [
        {
          ...up,
          pastTransitions: [
            {
              transition: { ...change, to: 'down', at: NOON - HOUR, reason: 'imported' } as const,
              incidentID: null,
            },
            {
              transition: { ...change, from: 'down', to: 'up', reason: 'imported' } as const,
              incidentID: null,
            },
          ],
        },
        {
          ...down,
          pastTransitions: [
            { transition: { ...change, to: 'down', reason: 'missed' } as const, incidentID: 'b' },
          ],
        },
      ];
      const rows = { teamID, monitors, channels: [], projectKeys: [], edits: [], legacyIDs: [] };
      const imported = await importMonitors(store, rows, { limits });
      const [first = 0, second = 0] = imported.outcome === 'imported' ? imported.monitorIDs : [];
      expect(await store.listTransitions(first, FIRST)).toMatchObject([
        { from: 'down', to: 'up', reason: 'imported', at: NOON },
        { from: 'new', to: 'down', reason: 'imported', at: NOON - HOUR },
      ]);
      expect(await store.listTransitions(second, FIRST)).toMatchObject([{ to: 'down', reason: 'missed' }]);
      expect(await store.listIncidents(teamID, { limit: 5 })).toMatchObject([
        { incidentID: 'b', openedAt: NOON },
      ]);
      expect(await listOutbox(store, 0, 5)).toMatchObject([
        { kind: 'down', incidentID: null },
        { kind: 'recovered', incidentID: null },
        { kind: 'down', incidentID: expect.anything() },
      ]);
      expect(await store.findNextAlertAt()).toBeNull();
    });

    test('a monitor without a slug is found by no slug', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const monitor = newMonitor({ teamID, projectID, name: 'a' });
      await store.createMonitor({ ...monitor, details: { ...monitor.details, slug: '' } }, 10);
      const key = { kind: 'ping', shortID: 'k', name: 'k', prefix: 'k', hash: 'h', createdAt: NOON } as const;
      await store.projectKeys.create({
        ...key,
        teamID,
        projectID,
        createdBy: 'Ann',
        expiresAt: null,
        endsWithToken: null,
      });
      expect(await store.slugs.find({ keyHash: 'h', slug: '' }, 0)).toMatchObject({ monitors: [] });
    });

    test('no monitor is inserted if one ping ID is taken, or the team would have too many monitors', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      const taken = newMonitor({ teamID: other.id, projectID: other.projectID, name: 'taken' });
      await store.createMonitor(taken, 10);
      const monitors = ['a', 'b', 'c'].map((name) => newMonitor({ teamID, projectID, name }));
      const { pingID, normalizedPingID } = taken;
      const colliding = newMonitor({ teamID, projectID, name: 'd' });
      const rows = {
        teamID,
        monitors: [...monitors, { ...colliding, pingID, normalizedPingID }],
        channels: [],
        projectKeys: [],
        edits: [],
        legacyIDs: [],
      };
      expect(await importMonitors(store, rows, { limits })).toEqual({ outcome: 'id_taken' });
      expect(
        await importMonitors(
          store,
          { teamID, monitors, channels: [], projectKeys: [], edits: [], legacyIDs: [] },
          { limits: { ...limits, monitors: 2 } },
        ),
      ).toEqual({
        outcome: 'allowance_used_up',
      });
      expect(await store.listMonitors(teamID, {})).toEqual([]);
    });
  });

  describe('importMonitors with edits', () => {
    const limits = { monitors: 5, channels: 0 };

    test('inserts and edits share one transaction, which saves all or nothing', async () => {
      const { store } = database;
      const [edited, doomed] = await makeMonitors(store, 2);
      const { teamID, details } = edited!;
      const [created, other] = ['a', 'b'].map((name) =>
        newMonitor({ teamID, projectID: details.projectID, name }),
      );
      const save = (monitor: typeof created, edits: readonly MonitorEdit[]) =>
        importMonitors(
          store,
          { teamID, monitors: [monitor!], channels: [], projectKeys: [], edits, legacyIDs: [] },
          { limits },
        );
      const rename = (monitor: typeof edited, name: string) => createMonitorEdit(monitor!, NOON, { name });
      const refusing: MonitorEdit = {
        ...rename(doomed, 'x'),
        merge() {
          throw new Error('This edit refuses.');
        },
      };
      await expect(save(created, [rename(edited, 'lost'), refusing])).rejects.toThrow('This edit refuses.');
      const names = async () => (await listedMonitors(store, teamID)).map((monitor) => monitor.details.name);
      expect(await names()).toEqual([details.name, doomed!.details.name]);
      expect(await save(created, [rename(edited, 'first'), rename(doomed, 'second')])).toMatchObject({
        outcome: 'imported',
      });
      expect(await names()).toEqual(['first', 'second', 'a']);
      await store.deleteMonitors([doomed!.id], NOON);
      expect(await save(other, [rename(edited, 'lost'), rename(doomed, 'gone')])).toEqual({
        outcome: 'monitor_gone',
      });
      await store.apply([ping(edited!.id, 'ping', NOON + 1)]);
      expect(await names()).toEqual(['first', 'a']);
    });
  });

  describe('createMonitor', () => {
    test('a new monitor is returned as it can be found and listed', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const wish = {
        teamID,
        projectID,
        name: 'Bäckup "nightly" \\ \u{1F319}',
        tags: ['db', 'ö"\\', ''],
        rules: {
          schedule: { type: 'cron', cron: '*/5 * * * *', timezone: 'Europe/Riga', graceMs: 90_500 },
          maxRunMs: 1234,
          alertAfterFailures: 3,
          recoverAfterSuccesses: 2,
          manualResume: false,
          pingFilter: { ...NO_FILTER, methods: 'POST', failureKeywords: 'FAIL' },
        },
        state: {
          paused: true,
          hasReported: true,
          lastPingAt: NOON,
          nextExpectedAt: NOON + HOUR,
          previousExpectedAt: NOON,
          missedStreak: 1,
          failureStreak: 2,
          successStreak: 3,
          incident: { reason: 'timed_out', at: NOON, expectedAt: null },
          lastFailure: { reason: 'missed', at: NOON, expectedAt: NOON - HOUR },
        },
      } as const;
      const wanted = newMonitor(wish);
      const created = await makeMonitor(store, wish);
      expect(created).toEqual({
        id: created.id,
        teamID,
        shortID: wanted.shortID,
        projectShortID: 'project-acme',
        pingID: wanted.pingID,
        createdAt: NOON,
        details: wanted.details,
        revision: 1,
        ...wanted.monitor,
        pingNotices: [],
      });
      expect(await foundMonitor(store, created)).toEqual(created);
      expect(await listedMonitors(store, teamID)).toEqual([created]);
    });

    test('a monitor above the allowance is refused', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 2);
      const { teamID, details } = monitor!;
      const third = newMonitor({ teamID, projectID: details.projectID, name: 'third' });
      expect(await store.createMonitor(third, 2)).toEqual({ outcome: 'allowance_used_up' });
      expect(await store.createMonitor(third, 0)).toEqual({ outcome: 'allowance_used_up' });
      expect((await store.countUsage(teamID)).monitors).toBe(2);
      expect(await store.monitorsByPingID.find(third.normalizedPingID, 0)).toBeNull();
      expect(await store.createMonitor(third, 3)).toMatchObject({ outcome: 'created' });
    });

    test('simultaneous creates never exceed the allowance', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      await makeMonitor(store, { teamID: other.id, projectID: other.projectID, name: 'not-counted' });
      const created = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          store.createMonitor(newMonitor({ teamID, projectID, name: `racer-${index}` }), 7),
        ),
      );
      expect(created.filter(({ outcome }) => outcome === 'created')).toHaveLength(7);
      expect(created.filter(({ outcome }) => outcome === 'allowance_used_up')).toHaveLength(43);
      expect((await store.countUsage(teamID)).monitors).toBe(7);
      expect(await store.listMonitors(teamID, {})).toHaveLength(7);
    });

    test('a ping ID that is in use in any team is refused', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id: teamID, projectID } = await makeTeam(store, 'other');
      const taken = {
        ...newMonitor({ teamID, projectID, name: 'x' }),
        pingID: 'KEY-JOB-1',
        normalizedPingID: 'key-job-1',
      };
      expect(await store.createMonitor(taken, 10)).toEqual({ outcome: 'ping_id_taken' });
      expect((await store.countUsage(teamID)).monitors).toBe(0);
      expect(await store.monitorsByPingID.find('key-job-1', 0)).toMatchObject({ monitorID: monitor!.id });
    });

    test('a project that does not exist refuses the monitor', async () => {
      const { store } = database;
      const { id: teamID } = await makeTeam(store, 'acme');
      expect(await store.createMonitor(newMonitor({ teamID, projectID: 4711, name: 'lost' }), 10)).toEqual({
        outcome: 'project_gone',
      });
      expect((await store.countUsage(teamID)).monitors).toBe(0);
    });
  });

  describe('listMonitors and findMonitor', () => {
    test('a text that no name or ID can contain finds nothing, without an error', async () => {
      const { store } = database;
      const { id: teamID } = await makeTeam(store, 'acme');
      for (const text of ['a\0b', '\ud800', "'", '%', '\\']) {
        expect((await store.findMonitors(teamID, { shortIDs: [text] }))[0] ?? null).toBeNull();
        expect(await store.projects.find(text, text)).toBeNull();
        expect(await store.authenticate(text, NOON)).toBeNull();
        expect(await store.listMonitors(teamID, { projectShortID: text, tag: text, q: text })).toEqual([]);
      }
    });

    test('a team sees only its own monitors', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 2);
      const other = await makeTeam(store, 'other');
      const theirs = await makeMonitor(store, {
        teamID: other.id,
        projectID: other.projectID,
        name: 'theirs',
      });
      expect((await store.findMonitors(other.id, { shortIDs: [monitor!.shortID] }))[0] ?? null).toBeNull();
      expect(
        (await store.findMonitors(monitor!.teamID, { shortIDs: [theirs.shortID] }))[0] ?? null,
      ).toBeNull();
      expect(await listedMonitors(store, other.id)).toEqual([theirs]);
      expect(await store.listMonitors(other.id, { projectShortID: 'project-acme' })).toEqual([]);
      expect(await store.listMonitors('team-nobody', {})).toEqual([]);
      expect((await store.countUsage('team-nobody')).monitors).toBe(0);
    });

    test('monitors are listed oldest first, page after page', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 5);
      const { teamID } = monitors[0]!;
      const names = async (filter: { readonly afterID?: number; readonly limit?: number }) =>
        (await listedMonitors(store, teamID, filter)).map(({ details }) => details.name);
      expect(await names({})).toEqual(['job-1', 'job-2', 'job-3', 'job-4', 'job-5']);
      expect(await names({ limit: 2 })).toEqual(['job-1', 'job-2']);
      expect(await names({ limit: 2, afterID: monitors[1]!.id })).toEqual(['job-3', 'job-4']);
      expect(await names({ limit: 2, afterID: monitors[3]!.id })).toEqual(['job-5']);
      expect(await names({ limit: 2, afterID: monitors[4]!.id })).toEqual([]);
    });

    test('monitors are filtered by project, tag and name, and by all of them', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const side = recordOf(await store.projects.create(newProject(teamID, 'side')));
      const wishes = [
        { name: 'ÄRGER im Büro', tags: ['db', 'prod'], projectID },
        { name: 'ärger zu Hause', tags: ['db'], projectID: side.id },
        { name: '100% _real_', tags: ['prod-2'], projectID },
        { name: 'ärger', tags: [], projectID },
      ];
      for (const wish of wishes) await makeMonitor(store, { teamID, ...wish });
      const found = async (filter: MonitorFilter) =>
        (await listedMonitors(store, teamID, filter)).map(({ details }) =>
          wishes.findIndex(({ name }) => name === details.name),
        );
      expect(await found({ q: 'Ärger' })).toEqual([0, 1, 3]);
      expect(await found({ q: '%' })).toEqual([2]);
      expect(await found({ q: '_' })).toEqual([2]);
      expect(await found({ q: '' })).toEqual([0, 1, 2, 3]);
      expect(await found({ tag: 'db' })).toEqual([0, 1]);
      expect(await found({ tag: 'prod' })).toEqual([0]);
      expect(await found({ tag: 'DB' })).toEqual([]);
      expect(await found({ projectShortID: 'side' })).toEqual([1]);
      expect(await found({ projectShortID: 'none' })).toEqual([]);
      expect(await found({ projectShortID: 'project-acme', tag: 'db', q: 'büro' })).toEqual([0]);
      expect(await found({ q: 'ärger', limit: 2 })).toEqual([0, 1]);
      expect(await found({ q: 'ärger', limit: 3 })).toEqual([0, 1, 3]);
    });

    test('a page continues after the monitors that a filter omits', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const monitors = Array.from({ length: 1003 }, (_, index) =>
        newMonitor({ teamID, projectID, name: `job-${index}`, tags: index % 501 === 0 ? ['rare'] : [] }),
      );
      const rows = { teamID, monitors, channels: [], projectKeys: [], edits: [], legacyIDs: [] };
      await importMonitors(store, rows, { limits: { monitors: 2000, channels: 0 } });
      const rare = await listedMonitors(store, teamID, { tag: 'rare', limit: 3 });
      expect(rare.map(({ details }) => details.name)).toEqual(['job-0', 'job-501', 'job-1002']);
      expect(await store.listMonitors(teamID, { tag: 'rare', limit: 10, afterID: rare[2]!.id })).toEqual([]);
    });
  });

  describe('the version that a list has of a monitor', () => {
    test('the version changes with each change, unless the list has no version', async () => {
      const { store } = database;
      const [monitor, other] = await makeMonitors(store, 2);
      const { id, teamID, rules } = monitor!;
      const side = recordOf(await store.projects.create(newProject(teamID, 'side')));
      const edit = (change: Partial<MonitorDetails>): BatchInput => createMonitorEdit(monitor!, NOON, change);
      const changes: readonly BatchInput[] = [
        ping(id, 'start', NOON, { rid: 'a' }),
        ping(id, 'log', NOON),
        ping(id, 'fail', NOON, { rid: 'a' }),
        edit({ name: 'renamed' }),
        edit({ tags: ['db'] }),
        edit({ description: 'why' }),
        edit({ runbookURL: 'https://wiki.example.com/why' }),
        edit({ projectID: side.id }),
        edit({ alerting: { ...MONITOR_ALERTING_DEFAULT, channels: [] } }),
        command(id, { kind: 'edit', at: NOON, rules: { ...rules, alertAfterFailures: 7 } }),
        command(id, { kind: 'pause', at: NOON }),
        command(id, { kind: 'resume', at: NOON + 1 }),
        ping(id, 'end', NOON + 2),
        command(id, { kind: 'deadline', at: NOON + 400 * DAY }),
      ];
      const version = async () => (await store.listMonitors(teamID, { limit: 1 }))[0]?.version ?? null;
      const versions = [await version()];
      for (const change of changes) {
        await applyOne(store, change);
        const changed = await version();
        await applyOne(store, ping(other!.id, 'end', NOON));
        expect(await version()).toBe(changed);
        expect((await listedMonitors(store, teamID))[0]).toEqual(await foundMonitor(store, monitor!));
        versions.push(changed);
      }
      if (versions.some((candidate) => candidate !== null))
        expect(new Set(versions).size).toBe(1 + changes.length);
    });
  });

  describe('deleteMonitor', () => {
    test('the ping ID of a deleted monitor is free, and its new monitor gets the pings', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const wish = { ...newMonitor({ teamID, projectID, name: 'moved' }), normalizedPingID: 'kept' };
      const first = await store.createMonitor(wish, 10);
      expect(await store.monitorsByPingID.find('kept', 0)).not.toBeNull();
      await store.deleteMonitors([first.outcome === 'created' ? first.monitor.id : 0], NOON);
      expect(await store.monitorsByPingID.find('kept', 0)).toBeNull();
      const second = await store.createMonitor(wish, 10);
      const secondID = second.outcome === 'created' ? second.monitor.id : 0;
      expect(await store.monitorsByPingID.find('kept', 0)).toMatchObject({ monitorID: secondID });
    });

    test('all data of a deleted monitor are deleted, except its alerts', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const body = new Uint8Array([1]);
      for (const { id } of [a!, b!]) {
        await store.apply([
          ping(id, 'start', NOON),
          ping(id, 'fail', NOON + 1, { request: { body } }),
          ping(id, 'start', NOON + 2),
        ]);
      }
      const alerts = await listOutbox(store, 0, 100);
      const kept = [
        await store.listEvents(b!.id, FIRST),
        await store.listRuns(b!.id, FIRST),
        await store.listTransitions(b!.id, FIRST),
      ];
      expect(await store.deleteMonitors([a!.id], NOON)).toEqual([a!.id]);
      expect(await store.deleteMonitors([a!.id], NOON)).toEqual([]);
      expect((await store.findMonitors(a!.teamID, { shortIDs: [a!.shortID] }))[0] ?? null).toBeNull();
      expect(await store.monitorsByPingID.find('key-job-1', 0)).toBeNull();
      expect(await store.listEvents(a!.id, FIRST)).toEqual([]);
      expect(await store.listRuns(a!.id, FIRST)).toEqual([]);
      expect(await store.listTransitions(a!.id, FIRST)).toEqual([]);
      expect(await store.findEventBody(a!.id, 2)).toBeNull();
      const [ended, ...more] = (await listOutbox(store, 0, 100)).slice(alerts.length);
      expect(await listOutbox(store, 0, alerts.length)).toEqual(alerts);
      expect(ended).toMatchObject({
        kind: 'recovered',
        monitorID: a!.id,
        transitionID: null,
        plannedAt: null,
      });
      expect(more).toEqual([]);
      expect([
        await store.listEvents(b!.id, FIRST),
        await store.listRuns(b!.id, FIRST),
        await store.listTransitions(b!.id, FIRST),
      ]).toEqual(kept);
      expect(await store.apply([ping(a!.id, 'ping', NOON)])).toEqual([{ outcome: 'gone' }]);
    });

    test('a deleted monitor frees its place in the allowance and its ping ID, but never its number', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await store.apply([ping(monitor!.id, 'fail', NOON)]);
      await store.deleteMonitors([monitor!.id], NOON);
      const { teamID, details } = monitor!;
      const again = await makeMonitor(store, { teamID, projectID: details.projectID, name: 'job-1' });
      expect(again.id).toBeGreaterThan(monitor!.id);
      expect(await applyOne(store, ping(again.id, 'ping', NOON))).toMatchObject({ event: { number: 1 } });
      expect(await store.listTransitions(again.id, FIRST)).toHaveLength(1);
    });

    test('a deletion and simultaneous pings each take effect completely or not at all', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const pings = () => store.apply([ping(a!.id, 'start', NOON), ping(b!.id, 'start', NOON)]);
      await pings();
      const [before, deleted, after] = await Promise.all([
        pings(),
        store.deleteMonitors([a!.id], NOON),
        pings(),
      ]);
      expect(deleted).toEqual([a!.id]);
      // The database decides whether the deletion or the batches come first.
      const outcomes = [before, after].map((applied) => applied.map(({ outcome }) => outcome).join());
      expect([
        'applied,applied applied,applied',
        'applied,applied gone,applied',
        'gone,applied gone,applied',
      ]).toContain(outcomes.join(' '));
      expect(await store.listEvents(a!.id, FIRST)).toEqual([]);
    });

    test('a long history is deleted', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { id } = monitor!;
      for (let batch = 0; batch < 4; batch += 1) {
        await store.apply(
          Array.from({ length: 300 }, (_, index) => ping(id, 'ping', NOON + batch * HOUR + index)),
        );
      }
      await applyOne(store, command(id, { kind: 'pause', at: NOON + 4 * HOUR }));
      expect(await store.deleteMonitors([id], NOON)).toEqual([id]);
      expect(await store.listRuns(id, FIRST)).toEqual([]);
    });
  });
}

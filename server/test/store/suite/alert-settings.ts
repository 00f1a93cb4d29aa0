import { describe, expect, test } from 'vitest';
import type { EscalationPolicy, MaintenanceWindow } from '../../../src/domain/alerting/settings.ts';
import { MONITOR_ALERTING_DEFAULT, TEAM_ALERTING_DEFAULT } from '../../../src/domain/alerting/settings.ts';
import { editing, saving } from '../../settings.ts';
import { newChannel } from './channels.ts';
import {
  applyOne,
  eachTest,
  foundMonitor,
  HOUR,
  listedMonitors,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

const EVERYTHING = { monitors: [], tags: [], projects: [] };

function aWindow(shortID: string, more: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  const times = { type: 'once', from: NOON, to: NOON + HOUR } as const;
  return { shortID, name: `Window ${shortID}`, scope: EVERYTHING, times, ...more };
}

function aPolicy(shortID: string, more: Partial<EscalationPolicy> = {}): EscalationPolicy {
  return { shortID, name: `Policy ${shortID}`, steps: [{ afterMs: MINUTE, channels: ['c'] }], ...more };
}

export function describeAlertSettings(open: OpenDatabase): void {
  const database = eachTest(open);

  describe("a monitor's alerting", () => {
    const alerting = {
      channels: ['a', 'ä"\\'],
      severity: 'critical',
      remindEveryMs: 0,
      mutedUntil: NOON,
      escalation: '',
    } as const;

    test('is the default until an edit says otherwise, and again after one that goes back', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      expect((await foundMonitor(store, monitor!)).details.alerting).toEqual(MONITOR_ALERTING_DEFAULT);
      for (const wanted of [
        alerting,
        { ...MONITOR_ALERTING_DEFAULT, channels: [] },
        MONITOR_ALERTING_DEFAULT,
      ]) {
        await applyOne(store, editing(monitor!, NOON, { alerting: wanted }));
        expect((await foundMonitor(store, monitor!)).details.alerting).toEqual(wanted);
        const [listed] = await listedMonitors(store, monitor!.teamID);
        expect(listed?.details.alerting).toEqual(wanted);
      }
    });

    test('is kept by a create, and by pings', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const monitor = await makeMonitor(store, { teamID, projectID, name: 'a', alerting });
      await applyOne(store, ping(monitor.id, 'end', NOON));
      expect((await foundMonitor(store, monitor)).details.alerting).toEqual(alerting);
    });
  });

  describe("a team's alerting", () => {
    /** A new team demands nothing of sign-ins and tokens. */
    const NO_DEMANDS = { requiresTwoFactor: false, tokenDaysMax: null };
    test('is the default until it is saved, for that team alone', async () => {
      const { store } = database;
      const { id } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      expect(await store.teamSettings(id)).toEqual({
        name: 'acme',
        alerting: TEAM_ALERTING_DEFAULT,
        ...NO_DEMANDS,
        revision: 1,
      });
      const alerting = { gatherAbove: 0, gatherMs: 1, flapAbove: 2, flapWithinMs: 3, flapQuietMs: 4 };
      expect(await store.changeTeam(id, saving({ alerting }))).toMatchObject({
        after: { alerting, revision: 2 },
      });
      expect(await store.teamSettings(id)).toEqual({ name: 'acme', alerting, ...NO_DEMANDS, revision: 2 });
      expect((await store.teamSettings(other.id)).alerting).toEqual(TEAM_ALERTING_DEFAULT);
    });
  });

  describe('findUnknown', () => {
    test('names what the team does not have, in the order in which it was asked', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      await makeMonitor(store, { teamID, projectID, name: 'mine' });
      await makeMonitor(store, { teamID: other.id, projectID: other.projectID, name: 'theirs' });
      await store.createChannel(newChannel('mine'), 10);
      await store.createChannel(newChannel('theirs', { teamID: other.id }), 10);
      await store.createEscalation(teamID, aPolicy('mine'), NOON, 10);
      await store.createEscalation(other.id, aPolicy('theirs'), NOON, 10);
      const unknown = (kind: Parameters<typeof store.findUnknown>[1], shortIDs: readonly string[]) =>
        store.findUnknown(teamID, kind, shortIDs);
      expect(await unknown('monitor', ['short-theirs', 'short-mine', ''])).toEqual(['short-theirs', '']);
      expect(await unknown('project', ['project-other', 'project-acme'])).toEqual(['project-other']);
      expect(await unknown('channel', ['channel-mine', 'channel-theirs'])).toEqual(['channel-theirs']);
      expect(await unknown('escalation', ['theirs', 'mine'])).toEqual(['theirs']);
      expect(await unknown('channel', [])).toEqual([]);
    });
  });

  describe('maintenance windows', () => {
    test('are kept as they were made, oldest first, for their team alone', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const often: MaintenanceWindow = aWindow('b', {
        scope: { monitors: ['m'], tags: ['ä', 'b'], projects: ['p'] },
        times: { type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Riga', durationMs: HOUR },
      });
      expect(await store.createMaintenance('team-acme', often, NOON, 2)).toBe(true);
      expect(await store.createMaintenance('team-acme', aWindow('a'), NOON, 2)).toBe(true);
      expect(await store.createMaintenance('team-acme', aWindow('c'), NOON, 2)).toBe(false);
      expect(await store.listMaintenance('team-acme')).toMatchObject([often, aWindow('a')]);
      expect(await store.listMaintenance('team-other')).toEqual([]);
    });

    test('are changed and deleted by their own team alone', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.createMaintenance('team-acme', aWindow('a'), NOON, 9);
      await store.createMaintenance('team-acme', aWindow('b'), NOON, 9);
      const renamed = aWindow('a', { name: 'Renamed' });
      expect(await store.changeMaintenance('team-other', 'a', saving({ name: 'Renamed' }))).toBeNull();
      expect(await store.deleteMaintenance('team-other', 'a')).toBe(false);
      expect(await store.listMaintenance('team-acme')).toMatchObject([aWindow('a'), aWindow('b')]);
      expect(await store.changeMaintenance('team-acme', 'a', saving({ name: 'Renamed' }))).toEqual({
        before: { ...aWindow('a'), revision: 1 },
        after: { ...renamed, revision: 2 },
      });
      expect(await store.deleteMaintenance('team-acme', 'b')).toBe(true);
      expect(await store.deleteMaintenance('team-acme', 'b')).toBe(false);
      expect(await store.listMaintenance('team-acme')).toEqual([{ ...renamed, revision: 2 }]);
    });

    test('never become more than the most, however many are made at once', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const made = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => store.createMaintenance('team-acme', aWindow(name), NOON, 2)),
      );
      expect(made.filter(Boolean)).toHaveLength(2);
      expect(await store.listMaintenance('team-acme')).toHaveLength(2);
    });
  });

  describe('escalation policies', () => {
    test('are kept, changed and deleted by their own team alone', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const steps = [
        { afterMs: MINUTE, channels: ['a', 'b'] },
        { afterMs: HOUR, channels: ['c'] },
      ];
      expect(await store.createEscalation('team-acme', aPolicy('b', { steps }), NOON, 2)).toBe(true);
      expect(await store.createEscalation('team-acme', aPolicy('a'), NOON, 2)).toBe(true);
      expect(await store.createEscalation('team-acme', aPolicy('c'), NOON, 2)).toBe(false);
      expect(await store.changeEscalation('team-other', 'b', saving({ name: 'Renamed' }))).toBeNull();
      expect(await store.deleteEscalation('team-other', 'b')).toBe(false);
      expect(await store.listEscalations('team-acme')).toMatchObject([aPolicy('b', { steps }), aPolicy('a')]);
      expect(await store.changeEscalation('team-acme', 'b', saving({ name: 'Renamed' }))).not.toBeNull();
      expect(await store.deleteEscalation('team-acme', 'a')).toBe(true);
      expect(await store.deleteEscalation('team-acme', 'a')).toBe(false);
      expect(await store.listEscalations('team-acme')).toEqual([
        { ...aPolicy('b', { name: 'Renamed', steps }), revision: 2 },
      ]);
      expect(await store.listEscalations('team-other')).toEqual([]);
    });
  });
}

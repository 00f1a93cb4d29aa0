import { describe, expect, test } from 'vitest';
import type { EscalationPolicy, MaintenanceWindow } from '../../../src/domain/alerting/settings.ts';
import { MONITOR_ALERTING_DEFAULT, TEAM_ALERTING_DEFAULT } from '../../../src/domain/alerting/settings.ts';
import type { Name, References } from '../../../src/store/edits.ts';
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
  newMonitor,
  newProject,
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
    /** Sign-in rules of a new team. */
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

  describe('references of a new resource', () => {
    const KINDS = ['monitor', 'project', 'channel', 'escalation'] as const;

    /** Names resources of a team, all of which must exist. */
    function references(teamID: string, names: readonly Name[]): References {
      return {
        teamID,
        names,
        check(find) {
          for (const name of names)
            if (find(name) === null) throw new Error(`No ${name.kind} ${name.shortID}`);
        },
      };
    }

    test('are looked up in the team, and refuse the insert when something is missing', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      await makeMonitor(store, { teamID, projectID, name: 'mine' });
      await makeMonitor(store, { teamID: other.id, projectID: other.projectID, name: 'theirs' });
      await store.createProject(newProject(teamID, 'project-mine'));
      await store.createProject(newProject(other.id, 'project-theirs'));
      const creation = { createdAt: NOON, max: 10 };
      for (const [team, name] of [
        [teamID, 'mine'],
        [other.id, 'theirs'],
      ] as const) {
        await store.createChannel(newChannel(name, { teamID: team }), 10);
        await store.createEscalation(team, aPolicy(`escalation-${name}`), creation);
      }
      const shortIDs = {
        monitor: 'short-',
        project: 'project-',
        channel: 'channel-',
        escalation: 'escalation-',
      };
      const nameOf = (kind: Name['kind'], of: string) => ({ kind, shortID: shortIDs[kind] + of });
      const all = references(
        teamID,
        KINDS.map((kind) => nameOf(kind, 'mine')),
      );
      expect(await store.createEscalation(teamID, aPolicy('all'), { ...creation, references: all })).toBe(
        true,
      );
      for (const kind of KINDS) {
        const foreign = references(teamID, [nameOf(kind, 'theirs')]);
        const missing = `No ${kind} ${shortIDs[kind]}theirs`;
        for (const create of [
          () => store.createEscalation(teamID, aPolicy('new'), { ...creation, references: foreign }),
          () => store.createMaintenance(teamID, aWindow('new'), { ...creation, references: foreign }),
          () => store.createChannel(newChannel('new'), 10, foreign),
          () => store.createProject(newProject(teamID, 'project-new'), foreign),
          () => store.createMonitor(newMonitor({ teamID, projectID, name: 'new' }), 10, foreign),
        ])
          await expect(create()).rejects.toThrow(missing);
      }
      expect(await store.listEscalations(teamID)).toHaveLength(2);
      expect(await store.listMaintenance(teamID)).toEqual([]);
      expect(await store.findChannel(teamID, 'channel-new')).toBeNull();
      expect(await store.findProject(teamID, 'project-new')).toBeNull();
      expect(await store.countMonitors(teamID)).toBe(1);
    });
  });

  describe('a deletion', () => {
    test('of a channel or a policy takes its ID away from what names it, and leaves the rest', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      const channel = await store.createChannel(newChannel('a'), 10);
      const both = { ...MONITOR_ALERTING_DEFAULT, channels: ['channel-a', 'channel-b'], escalation: 'e' };
      const [first, second, third, untouched] = [
        await makeMonitor(store, { teamID, projectID, name: 'first', alerting: both }),
        await makeMonitor(store, { teamID, projectID, name: 'second', alerting: both }),
        await makeMonitor(store, {
          teamID,
          projectID,
          name: 'third',
          alerting: { ...MONITOR_ALERTING_DEFAULT, channels: ['channel-a'] },
        }),
        await makeMonitor(store, { teamID, projectID, name: 'fourth' }),
      ];
      const foreign = await makeMonitor(store, {
        teamID: other.id,
        projectID: other.projectID,
        name: 'foreign',
        alerting: both,
      });
      const named = { channels: ['channel-a'], remindEveryMs: MINUTE, escalation: 'e' };
      await store.createProject({ ...newProject(teamID, 'project-side'), alerting: named });
      const creation = { createdAt: NOON, max: 10 };
      const steps = [
        { afterMs: MINUTE, channels: ['channel-a'] },
        { afterMs: HOUR, channels: ['channel-b', 'channel-a'] },
      ];
      await store.createEscalation(teamID, aPolicy('e', { steps }), creation);

      const unnamed = await store.deleteChannel(channel!.id);
      expect(unnamed?.teamID).toBe(teamID);
      expect(unnamed?.monitorIDs.toSorted((a, b) => a - b)).toEqual([first.id, second.id, third.id]);
      const without = { ...both, channels: ['channel-b'] };
      expect(await foundMonitor(store, first)).toMatchObject({ details: { alerting: without }, revision: 2 });
      expect(await foundMonitor(store, second)).toMatchObject({
        details: { alerting: without },
        revision: 2,
      });
      expect((await foundMonitor(store, third)).details.alerting.channels).toEqual([]);
      expect(await foundMonitor(store, untouched)).toMatchObject({ revision: 1 });
      expect(await foundMonitor(store, foreign)).toMatchObject({ details: { alerting: both }, revision: 1 });
      expect(await store.findProject(teamID, 'project-side')).toMatchObject({
        alerting: { ...named, channels: [] },
        revision: 2,
      });
      const left = [
        { afterMs: MINUTE, channels: [] },
        { afterMs: HOUR, channels: ['channel-b'] },
      ];
      expect(await store.listEscalations(teamID)).toMatchObject([{ steps: left, revision: 2 }]);

      const released = await store.deleteEscalation(teamID, 'e');
      expect(released?.monitorIDs.toSorted((a, b) => a - b)).toEqual([first.id, second.id]);
      expect(await foundMonitor(store, first)).toMatchObject({
        details: { alerting: { ...without, escalation: '' } },
        revision: 3,
      });
      expect(await foundMonitor(store, third)).toMatchObject({
        details: { alerting: { escalation: null } },
        revision: 2,
      });
      expect(await store.findProject(teamID, 'project-side')).toMatchObject({
        alerting: { ...named, channels: [], escalation: '' },
        revision: 3,
      });
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
      expect(await store.createMaintenance('team-acme', often, { createdAt: NOON, max: 2 })).toBe(true);
      expect(await store.createMaintenance('team-acme', aWindow('a'), { createdAt: NOON, max: 2 })).toBe(
        true,
      );
      expect(await store.createMaintenance('team-acme', aWindow('c'), { createdAt: NOON, max: 2 })).toBe(
        false,
      );
      expect(await store.listMaintenance('team-acme')).toMatchObject([often, aWindow('a')]);
      expect(await store.listMaintenance('team-other')).toEqual([]);
    });

    test('are changed and deleted by their own team alone', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.createMaintenance('team-acme', aWindow('a'), { createdAt: NOON, max: 9 });
      await store.createMaintenance('team-acme', aWindow('b'), { createdAt: NOON, max: 9 });
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
        ['a', 'b', 'c', 'd'].map((name) =>
          store.createMaintenance('team-acme', aWindow(name), { createdAt: NOON, max: 2 }),
        ),
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
      expect(
        await store.createEscalation('team-acme', aPolicy('b', { steps }), { createdAt: NOON, max: 2 }),
      ).toBe(true);
      expect(await store.createEscalation('team-acme', aPolicy('a'), { createdAt: NOON, max: 2 })).toBe(true);
      expect(await store.createEscalation('team-acme', aPolicy('c'), { createdAt: NOON, max: 2 })).toBe(
        false,
      );
      expect(await store.changeEscalation('team-other', 'b', saving({ name: 'Renamed' }))).toBeNull();
      expect(await store.deleteEscalation('team-other', 'b')).toBeNull();
      expect(await store.listEscalations('team-acme')).toMatchObject([aPolicy('b', { steps }), aPolicy('a')]);
      expect(await store.changeEscalation('team-acme', 'b', saving({ name: 'Renamed' }))).not.toBeNull();
      expect(await store.deleteEscalation('team-acme', 'a')).not.toBeNull();
      expect(await store.deleteEscalation('team-acme', 'a')).toBeNull();
      expect(await store.listEscalations('team-acme')).toEqual([
        { ...aPolicy('b', { name: 'Renamed', steps }), revision: 2 },
      ]);
      expect(await store.listEscalations('team-other')).toEqual([]);
    });
  });
}

import { MONITOR_ALERTING_DEFAULT, TEAM_ALERTING_DEFAULT } from '@overdue/domain/alerting/alert-settings.ts';
import { describe, expect, test } from 'vitest';
import type { CheckedReferences, Reference } from '../../../src/database/edits.ts';
import type { EscalationResource } from '../../../src/escalations/contract.ts';
import type { MaintenanceResource } from '../../../src/maintenance/contract.ts';
import { createEdit, createMonitorEdit, recordOf } from '../../edits.ts';
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
  recordChanges,
} from './fixtures.ts';

import { anOnCallSchedule } from './on-call.ts';

const EVERYTHING = { monitors: [], tags: [], projects: [] };

function aWindow(
  shortID: string,
  more: Partial<MaintenanceResource['new']> = {},
): MaintenanceResource['new'] {
  const times = { type: 'once', from: NOON, to: NOON + HOUR } as const;
  const name = `Window ${shortID}`;
  return { teamID: 'team-acme', shortID, name, scope: EVERYTHING, times, createdAt: NOON, ...more };
}

function aPolicy(shortID: string, more: Partial<EscalationResource['new']> = {}): EscalationResource['new'] {
  const steps = [{ afterMs: MINUTE, channels: ['c'], onCall: [] }];
  return { teamID: 'team-acme', shortID, name: `Policy ${shortID}`, steps, createdAt: NOON, ...more };
}

/** Returns the stored form of a new window or policy. */
function stored<T extends { readonly teamID: string; readonly createdAt: number }>(made: T) {
  const { teamID: _team, createdAt: _at, ...record } = made;
  return record;
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

    test('the settings of a monitor are the default until an edit, and again after an edit back', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      expect((await foundMonitor(store, monitor!)).details.alerting).toEqual(MONITOR_ALERTING_DEFAULT);
      for (const wanted of [
        alerting,
        { ...MONITOR_ALERTING_DEFAULT, channels: [] },
        MONITOR_ALERTING_DEFAULT,
      ]) {
        await applyOne(store, createMonitorEdit(monitor!, NOON, { alerting: wanted }));
        expect((await foundMonitor(store, monitor!)).details.alerting).toEqual(wanted);
        const [listed] = await listedMonitors(store, monitor!.teamID);
        expect(listed?.details.alerting).toEqual(wanted);
      }
    });

    test('the settings of a monitor are kept by a create, and by pings', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const monitor = await makeMonitor(store, { teamID, projectID, name: 'a', alerting });
      await applyOne(store, ping(monitor.id, 'end', NOON));
      expect((await foundMonitor(store, monitor)).details.alerting).toEqual(alerting);
    });
  });

  describe("a team's alerting", () => {
    /** Sign-in rules of a new team: none. */
    const NO_DEMANDS = { requiresTwoFactor: false, tokenDaysMax: null };
    test('the settings of a team are the default until they are saved, only for that team', async () => {
      const { store } = database;
      const { id } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      expect(await store.findTeamSettings(id)).toEqual({
        name: 'acme',
        alerting: TEAM_ALERTING_DEFAULT,
        ...NO_DEMANDS,
        revision: 1,
      });
      const alerting = { combineAbove: 0, combineWithinMs: 1, flapAbove: 2, flapWithinMs: 3, flapQuietMs: 4 };
      expect(await store.changeTeam(id, createEdit({ alerting }))).toMatchObject({
        after: { alerting, revision: 2 },
      });
      expect(await store.findTeamSettings(id)).toEqual({
        name: 'acme',
        alerting,
        ...NO_DEMANDS,
        revision: 2,
      });
      expect((await store.findTeamSettings(other.id)).alerting).toEqual(TEAM_ALERTING_DEFAULT);
    });
  });

  describe('references of a new resource', () => {
    const KINDS = ['monitor', 'project', 'channel', 'escalation', 'on_call'] as const;

    /** Returns references whose check throws if a referenced resource doesn't exist. */
    function checked(teamID: string, references: readonly Reference[]): CheckedReferences {
      return {
        teamID,
        references,
        check(find) {
          for (const reference of references)
            if (find(reference) === null) throw new Error(`No ${reference.kind} ${reference.shortID}`);
        },
      };
    }

    test('references are looked up in the team, and a missing reference refuses the insert', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      await makeMonitor(store, { teamID, projectID, name: 'mine' });
      await makeMonitor(store, { teamID: other.id, projectID: other.projectID, name: 'theirs' });
      await store.projects.create(newProject(teamID, 'project-mine'));
      await store.projects.create(newProject(other.id, 'project-theirs'));
      for (const [team, name] of [
        [teamID, 'mine'],
        [other.id, 'theirs'],
      ] as const) {
        await store.channels.create(newChannel(name, { teamID: team }), { max: 10 });
        await store.escalations.create(aPolicy(`escalation-${name}`, { teamID: team }));
        await store.onCall.schedules.create(anOnCallSchedule(`on-call-${name}`, { teamID: team }));
      }
      const shortIDs = {
        monitor: 'short-',
        project: 'project-',
        channel: 'channel-',
        escalation: 'escalation-',
        on_call: 'on-call-',
      };
      const nameOf = (kind: Reference['kind'], of: string) => ({ kind, shortID: shortIDs[kind] + of });
      const all = checked(
        teamID,
        KINDS.map((kind) => nameOf(kind, 'mine')),
      );
      recordOf(await store.escalations.create(aPolicy('all'), { references: all }));
      for (const kind of KINDS) {
        const foreign = checked(teamID, [nameOf(kind, 'theirs')]);
        const missing = `No ${kind} ${shortIDs[kind]}theirs`;
        for (const create of [
          () => store.escalations.create(aPolicy('new'), { references: foreign }),
          () => store.maintenance.create(aWindow('new'), { references: foreign }),
          () => store.channels.create(newChannel('new'), { references: foreign }),
          () => store.projects.create(newProject(teamID, 'project-new'), { references: foreign }),
          () => store.createMonitor(newMonitor({ teamID, projectID, name: 'new' }), 10, foreign),
        ])
          await expect(create()).rejects.toThrow(missing);
      }
      expect(await store.escalations.list(teamID)).toHaveLength(2);
      expect(await store.maintenance.list(teamID)).toEqual([]);
      expect(await store.channels.find(teamID, 'channel-new')).toBeNull();
      expect(await store.projects.find(teamID, 'project-new')).toBeNull();
      expect((await store.countUsage(teamID)).monitors).toBe(1);
    });
  });

  describe('a deletion', () => {
    test('the ID of a deleted channel or policy is removed from settings that refer to it, and the rest stays', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const other = await makeTeam(store, 'other');
      const channel = recordOf(await store.channels.create(newChannel('a'), { max: 10 }));
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
      await store.projects.create({ ...newProject(teamID, 'project-side'), alerting: named });
      const steps = [
        { afterMs: MINUTE, channels: ['channel-a'], onCall: [] },
        { afterMs: HOUR, channels: ['channel-b', 'channel-a'], onCall: [] },
      ];
      await store.escalations.create(aPolicy('e', { steps }));

      const reported = recordChanges(store);
      const unnamed = await store.channels.delete(teamID, 'channel-a');
      expect(unnamed).toMatchObject({ outcome: 'deleted', record: channel });
      const changed = (...records: readonly { readonly id: number }[]) =>
        records.map(({ id }) => `monitor ${id}`);
      expect(reported()).toEqual(
        ['channels', 'escalations', 'projects', ...changed(first, second, third)].sort(),
      );
      const without = { ...both, channels: ['channel-b'] };
      expect(await foundMonitor(store, first)).toMatchObject({ details: { alerting: without }, revision: 2 });
      expect(await foundMonitor(store, second)).toMatchObject({
        details: { alerting: without },
        revision: 2,
      });
      expect((await foundMonitor(store, third)).details.alerting.channels).toEqual([]);
      expect(await foundMonitor(store, untouched)).toMatchObject({ revision: 1 });
      expect(await foundMonitor(store, foreign)).toMatchObject({ details: { alerting: both }, revision: 1 });
      expect(await store.projects.find(teamID, 'project-side')).toMatchObject({
        alerting: { ...named, channels: [] },
        revision: 2,
      });
      const left = [
        { afterMs: MINUTE, channels: [], onCall: [] },
        { afterMs: HOUR, channels: ['channel-b'], onCall: [] },
      ];
      expect(await store.escalations.list(teamID)).toMatchObject([{ steps: left, revision: 2 }]);

      await store.escalations.delete(teamID, 'e');
      expect(reported()).toEqual(['escalations', 'projects', ...changed(first, second)].sort());
      expect(await foundMonitor(store, first)).toMatchObject({
        details: { alerting: { ...without, escalation: '' } },
        revision: 3,
      });
      expect(await foundMonitor(store, third)).toMatchObject({
        details: { alerting: { escalation: null } },
        revision: 2,
      });
      expect(await store.projects.find(teamID, 'project-side')).toMatchObject({
        alerting: { ...named, channels: [], escalation: '' },
        revision: 3,
      });
    });
  });

  describe('maintenance windows', () => {
    test('maintenance windows keep their settings, oldest first, only for their team', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const often = aWindow('b', {
        scope: { monitors: ['m'], tags: ['ä', 'b'], projects: ['p'] },
        times: { type: 'cron', cron: '0 2 * * *', timezone: 'Europe/Riga', durationMs: HOUR },
      });
      for (const window of [often, aWindow('a')])
        expect(recordOf(await store.maintenance.create(window, { max: 2 }))).toEqual({
          ...stored(window),
          revision: 1,
        });
      expect(await store.maintenance.create(aWindow('c'), { max: 2 })).toEqual({
        outcome: 'too_many',
        max: 2,
      });
      expect(await store.maintenance.list('team-acme')).toMatchObject([stored(often), stored(aWindow('a'))]);
      expect(await store.maintenance.list('team-other')).toEqual([]);
    });

    test('only their own team changes and deletes maintenance windows', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      await store.maintenance.create(aWindow('a'));
      await store.maintenance.create(aWindow('b'));
      const renamed = stored(aWindow('a', { name: 'Renamed' }));
      expect(await store.maintenance.change('team-other', 'a', createEdit({ name: 'Renamed' }))).toBeNull();
      expect(await store.maintenance.delete('team-other', 'a')).toEqual({ outcome: 'not_found' });
      expect(await store.maintenance.list('team-acme')).toMatchObject([
        stored(aWindow('a')),
        stored(aWindow('b')),
      ]);
      expect(await store.maintenance.change('team-acme', 'a', createEdit({ name: 'Renamed' }))).toEqual({
        before: { ...stored(aWindow('a')), revision: 1 },
        after: { ...renamed, revision: 2 },
      });
      expect(await store.maintenance.delete('team-acme', 'b')).toMatchObject({ outcome: 'deleted' });
      expect(await store.maintenance.delete('team-acme', 'b')).toEqual({ outcome: 'not_found' });
      expect(await store.maintenance.list('team-acme')).toEqual([{ ...renamed, revision: 2 }]);
    });

    test('simultaneous creates never exceed the maximum of maintenance windows', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      const made = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => store.maintenance.create(aWindow(name), { max: 2 })),
      );
      expect(made.filter(({ outcome }) => outcome === 'created')).toHaveLength(2);
      expect(await store.maintenance.list('team-acme')).toHaveLength(2);
    });
  });

  describe('escalation policies', () => {
    test('only their own team reads, changes and deletes escalation policies', async () => {
      const { store } = database;
      await makeTeam(store, 'acme');
      await makeTeam(store, 'other');
      const steps = [
        { afterMs: MINUTE, channels: ['a', 'b'], onCall: [] },
        { afterMs: HOUR, channels: ['c'], onCall: [] },
      ];
      for (const policy of [aPolicy('b', { steps }), aPolicy('a')])
        expect(recordOf(await store.escalations.create(policy, { max: 2 }))).toEqual({
          ...stored(policy),
          revision: 1,
        });
      expect(await store.escalations.create(aPolicy('c'), { max: 2 })).toEqual({
        outcome: 'too_many',
        max: 2,
      });
      expect(await store.escalations.change('team-other', 'b', createEdit({ name: 'Renamed' }))).toBeNull();
      expect(await store.escalations.delete('team-other', 'b')).toEqual({ outcome: 'not_found' });
      expect(await store.escalations.list('team-acme')).toMatchObject([
        stored(aPolicy('b', { steps })),
        stored(aPolicy('a')),
      ]);
      expect(
        await store.escalations.change('team-acme', 'b', createEdit({ name: 'Renamed' })),
      ).not.toBeNull();
      expect(await store.escalations.delete('team-acme', 'a')).toMatchObject({ outcome: 'deleted' });
      expect(await store.escalations.delete('team-acme', 'a')).toEqual({ outcome: 'not_found' });
      expect(await store.escalations.list('team-acme')).toEqual([
        { ...stored(aPolicy('b', { name: 'Renamed', steps })), revision: 2 },
      ]);
      expect(await store.escalations.list('team-other')).toEqual([]);
    });
  });
}

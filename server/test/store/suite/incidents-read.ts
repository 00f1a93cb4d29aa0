import { alertedSettings } from '@overdue/domain/alerting/alert.ts';
import {
  MONITOR_ALERTING_DEFAULT,
  PROJECT_ALERTING_DEFAULT,
} from '@overdue/domain/alerting/alert-settings.ts';
import { describe, expect, test } from 'vitest';
import type { MonitorRecord } from '../../../src/database/records.ts';
import type { EndedPosition, IncidentFilter } from '../../../src/incidents/contract.ts';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import type { Store } from '../../../src/store/store.ts';
import { createEdit } from '../../edits.ts';
import { planDeliveries, readPlanInput } from './alert-fixtures.ts';
import {
  applyOne,
  command,
  DAY,
  eachTest,
  HOUR,
  MINUTE,
  makeMonitor,
  makeMonitors,
  makeTeam,
  NOON,
  type OpenDatabase,
  ping,
} from './fixtures.ts';

async function only(store: Store, teamID: string) {
  const [incident] = await store.listIncidents(teamID, { limit: 10 });
  if (incident === undefined) throw new Error('There is no incident.');
  return incident;
}

function reports(store: Store, { id }: MonitorRecord, pings: readonly ('fail' | 'end')[], from: number) {
  return Promise.all(pings.map((type, index) => applyOne(store, ping(id, type, from + index * MINUTE))));
}

export function describeIncidentsRead(open: OpenDatabase): void {
  const database = eachTest(open);

  describe('listIncidents', () => {
    test('incidents are listed newest first, by state, monitor and page, only of one team', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const { id: otherID, projectID } = await makeTeam(store, 'other');
      const other = await makeMonitor(store, { teamID: otherID, projectID, name: 'theirs' });
      await reports(store, a!, ['fail', 'end'], NOON);
      await reports(store, b!, ['fail'], NOON + 10 * MINUTE);
      await reports(store, a!, ['fail'], NOON + 20 * MINUTE);
      await reports(store, other, ['fail'], NOON);
      const opened = async (filter: Partial<IncidentFilter>, teamID = a!.teamID) =>
        (await store.listIncidents(teamID, { limit: 10, ...filter })).map(
          ({ openedAt }) => (openedAt - NOON) / (10 * MINUTE),
        );
      expect(await opened({})).toEqual([2, 1, 0]);
      expect(await opened({ state: 'open' })).toEqual([2, 1]);
      expect(await opened({ state: 'closed' })).toEqual([0]);
      expect(await opened({ monitorShortID: a!.shortID })).toEqual([2, 0]);
      expect(await opened({ monitorShortID: other.shortID })).toEqual([]);
      expect(await opened({}, otherID)).toEqual([0]);
      const [newest] = await store.listIncidents(a!.teamID, { limit: 1 });
      expect(await opened({ limit: 1, before: newest!.id })).toEqual([1]);
    });

    test('incidents are listed by project, tags and severity of the monitor', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const wishes = [
        { tags: ['prod', 'a,"b'], severity: 'critical' },
        { tags: ['Prod'], severity: 'low' },
        { tags: ['a,"b'], severity: 'normal' },
      ] as const;
      for (const [index, { tags, severity }] of wishes.entries()) {
        const alerting = { ...MONITOR_ALERTING_DEFAULT, severity };
        const monitor = await makeMonitor(store, { teamID, projectID, name: `${index}`, tags, alerting });
        await reports(store, monitor, ['fail'], NOON);
      }
      const project = await findDefaultProject(store, teamID);
      const found = async (filter: Partial<IncidentFilter>) =>
        (await store.listIncidents(teamID, { limit: 10, ...filter })).map(({ monitor }) => monitor.name);
      expect(await found({ tags: ['prod'] })).toEqual(['0']);
      expect(await found({ tags: ['a,"b'] })).toEqual(['2', '0']);
      expect(await found({ tags: ['a,"b', 'prod'] })).toEqual(['0']);
      expect(await found({ tags: ['b'] })).toEqual([]);
      expect(await found({ tags: ['%'] })).toEqual([]);
      expect(await found({ severities: ['normal'] })).toEqual(['2']);
      expect(await found({ severities: ['low', 'critical'] })).toEqual(['1', '0']);
      expect(await found({ severities: ['critical'], tags: ['Prod'] })).toEqual([]);
      expect(await found({ projects: [project.shortID], severities: ['low'] })).toEqual(['1']);
      expect(await found({ projects: [] })).toEqual([]);
      expect(await found({ ended: { before: null }, tags: ['prod'] })).toEqual([]);
    });

    test('closed incidents are listed by their ends, in pages, even if several ended at the same time', async () => {
      const { store } = database;
      const monitors = await makeMonitors(store, 4);
      const [a, b, c, d] = monitors;
      for (const monitor of monitors) await reports(store, monitor, ['fail'], NOON);
      await reports(store, c!, ['end'], NOON + MINUTE);
      await reports(store, a!, ['end'], NOON + 2 * MINUTE);
      await reports(store, b!, ['end'], NOON + 2 * MINUTE);
      const names = new Map(monitors.map(({ shortID }, index) => [shortID, 'abcd'[index]]));
      const page = async (before: EndedPosition | null, filter: Partial<IncidentFilter> = {}) => {
        const records = await store.listIncidents(d!.teamID, { limit: 2, ended: { before }, ...filter });
        const last = records.at(-1);
        return {
          names: records.map(({ monitor }) => names.get(monitor.shortID)),
          last: { closedAt: last?.closedAt ?? 0, id: last?.id ?? 0 },
        };
      };
      const first = await page(null);
      expect(first.names).toEqual(['b', 'a']);
      expect((await page(first.last)).names).toEqual(['c']);
      const { last } = await page(null, { limit: 1 });
      expect((await page(last)).names).toEqual(['a', 'c']);
      expect((await page(null, { monitorShortID: a!.shortID })).names).toEqual(['a']);
    });

    test('the run that opened each incident is named, far back in the histories of several monitors', async () => {
      const { store } = database;
      const [a, b] = await makeMonitors(store, 2);
      const runs = (id: number, count: number, failed: readonly number[]) =>
        Array.from({ length: count }, (_, index) =>
          ping(id, failed.includes(index) ? 'fail' : 'end', NOON + index, { rid: `${id}-${index}` }),
        );
      await store.apply([...runs(a!.id, 205, [0, 3, 98, 100, 203]), ...runs(b!.id, 3, [1])]);
      const incidents = await store.listIncidents(a!.teamID, { limit: 10 });
      expect(incidents.map(({ runID }) => runID)).toEqual([
        `${b!.id}-1`,
        ...[203, 100, 98, 3, 0].map((index) => `${a!.id}-${index}`),
      ]);
      const [newest] = await store.listTransitions(a!.id, { limit: 2 });
      expect(newest?.runID).toBe(`${a!.id}-204`);
    });

    test('the transitions that opened and ended each incident are named', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await applyOne(store, ping(monitor!.id, 'fail', NOON, { rid: 'run-1' }));
      await applyOne(store, ping(monitor!.id, 'end', NOON + MINUTE));
      const incident = await only(store, monitor!.teamID);
      expect(incident).toEqual({
        id: incident.id,
        incidentID: expect.stringMatching(/^[0-9a-f-]{36}$/),
        timers: { remindAt: null, escalateAt: null, escalationStep: 0 },
        teamID: monitor!.teamID,
        monitorID: monitor!.id,
        monitor: {
          shortID: monitor!.shortID,
          ...alertedSettings(monitor!.details),
          projectShortID: monitor!.projectShortID,
          severity: 'normal',
        },
        reason: 'failed',
        openedAt: NOON,
        runSeq: 1,
        runID: 'run-1',
        closedAt: NOON + MINUTE,
        closedBy: 'recovered',
        acknowledgedAt: null,
        acknowledgedBy: null,
        note: null,
        pastAcknowledgements: [],
        snoozes: [],
      });
      expect(
        (await store.listIncidents(monitor!.teamID, { incidentID: incident.incidentID, limit: 1 }))[0] ??
          null,
      ).toEqual(incident);
      expect(
        (await store.listIncidents('team-other', { incidentID: incident.incidentID, limit: 1 }))[0] ?? null,
      ).toBeNull();
      expect(
        (await store.listIncidents(monitor!.teamID, { incidentID: 'nothing', limit: 1 }))[0] ?? null,
      ).toBeNull();
    });
  });

  describe('listFailures', () => {
    test('only the failed runs during the incident are listed', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1, { recoverAfterSuccesses: 2 });
      await reports(store, monitor!, ['end', 'fail', 'fail', 'end', 'fail', 'end', 'end', 'fail'], NOON);
      const seqs = async (limit: number) => {
        const [, first] = await store.listIncidents(monitor!.teamID, { limit: 10 });
        return (await store.listFailures(first!, limit)).map(({ seq }) => seq);
      };
      expect(await seqs(100)).toEqual([2, 3, 5]);
      expect(await seqs(2)).toEqual([2, 3]);
    });

    test('the list continues over the anchors of a long history', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1, { recoverAfterSuccesses: 1000 });
      const failing = Array.from({ length: 250 }, (_, index) => (index % 2 === 0 ? 'fail' : 'end'));
      for (const [index, type] of failing.entries())
        await applyOne(store, ping(monitor!.id, type === 'fail' ? 'fail' : 'end', NOON + index * 1000));
      const failures = await store.listFailures(await only(store, monitor!.teamID), 110);
      expect(failures.map(({ seq }) => seq)).toEqual(
        Array.from({ length: 110 }, (_, index) => 1 + 2 * index),
      );
    });

    test('the run that opened the incident is listed, regardless of its later result', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await applyOne(store, ping(monitor!.id, 'end', NOON));
      const missed = NOON + HOUR + 10 * MINUTE;
      await applyOne(store, command(monitor!.id, { kind: 'deadline', at: missed + 1 }));
      const incident = await only(store, monitor!.teamID);
      expect(incident).toMatchObject({ reason: 'missed', openedAt: missed });
      expect(await store.listFailures(incident, 10)).toMatchObject([{ state: 'missed' }]);
      await applyOne(store, ping(monitor!.id, 'end', missed + MINUTE));
      const closed = await only(store, monitor!.teamID);
      expect(await store.listFailures(closed, 10)).toMatchObject([{ state: 'succeeded', late: true }]);
    });
  });

  describe('listIncidentSummaries', () => {
    test('returns the open incidents of one team with their acknowledgement, newest first', async () => {
      const { store } = database;
      const [a, b, c] = await makeMonitors(store, 3);
      const { id: otherID, projectID } = await makeTeam(store, 'other');
      const other = await makeMonitor(store, { teamID: otherID, projectID, name: 'theirs' });
      await reports(store, other, ['fail'], NOON);
      await reports(store, a!, ['fail'], NOON);
      await reports(store, b!, ['fail', 'end', 'fail'], NOON);
      await reports(store, c!, ['fail', 'end'], NOON);
      const [newest] = await store.listIncidents(a!.teamID, { monitorShortID: b!.shortID, limit: 1 });
      await store.changeIncident(newest!, { kind: 'acknowledge', at: NOON + HOUR, by: 'Ann', note: '' });
      const open = (monitorIDs?: readonly number[]) =>
        store.listIncidentSummaries(a!.teamID, monitorIDs === undefined ? {} : { monitorIDs });
      const ofB = {
        monitorID: b!.id,
        incidentID: newest!.incidentID,
        reason: 'failed',
        openedAt: newest!.openedAt,
        closedAt: null,
        acknowledgedAt: NOON + HOUR,
        acknowledgedBy: 'Ann',
        snoozes: [],
      };
      expect(await open()).toEqual([
        ofB,
        expect.objectContaining({ monitorID: a!.id, acknowledgedAt: null, acknowledgedBy: null }),
      ]);
      expect(await open([b!.id, c!.id])).toEqual([ofB]);
      expect(await open([])).toEqual([]);
      expect(await open([other.id])).toEqual([]);
    });

    test('returns incidents of a team or of monitors that were open at or after a time, newest first', async () => {
      const { store } = database;
      const { id: teamID, projectID } = await makeTeam(store, 'acme');
      const [a, b, c] = await Promise.all(
        ['a', 'b', 'c'].map((name) => makeMonitor(store, { teamID, projectID, name })),
      );
      if (a === undefined || b === undefined || c === undefined) throw new Error('Three were made.');
      for (const [monitor, from, to] of [
        [a, 0, 10],
        [b, 20, 30],
        [c, 25, 35],
        [a, 40, null],
      ] as const) {
        await applyOne(store, ping(monitor.id, 'fail', NOON + from * MINUTE));
        if (to !== null) await applyOne(store, ping(monitor.id, 'end', NOON + to * MINUTE));
      }
      const at = (minutes: number) => NOON + minutes * MINUTE;
      const first = { monitorID: a.id, reason: 'failed', openedAt: NOON, closedAt: at(10) };
      const second = { monitorID: b.id, reason: 'failed', openedAt: at(20), closedAt: at(30) };
      const last = { monitorID: a.id, reason: 'failed', openedAt: at(40), closedAt: null };
      const third = { monitorID: c.id, reason: 'failed', openedAt: at(25), closedAt: at(35) };
      const since = (openSince: number, monitorIDs?: readonly number[], limit = 10) =>
        store.listIncidentSummaries(teamID, { openSince, limit, ...(monitorIDs && { monitorIDs }) });
      const aAndB = [a.id, b.id];
      expect(await since(NOON, aAndB)).toMatchObject([last, second, first]);
      expect(await since(at(10), aAndB)).toMatchObject([last, second, first]);
      expect(await since(at(10) + 1, aAndB)).toMatchObject([last, second]);
      expect(await since(NOON + HOUR, aAndB)).toMatchObject([last]);
      expect(await since(NOON, aAndB, 2)).toMatchObject([last, second]);
      expect(await since(NOON, [])).toEqual([]);
      expect(await since(NOON)).toMatchObject([last, third, second, first]);
      const { id: otherID } = await makeTeam(store, 'other');
      for (const selection of [{}, { monitorIDs: aAndB }])
        expect(await store.listIncidentSummaries(otherID, { ...selection, openSince: NOON })).toEqual([]);
    });
  });

  describe('changeIncident, snoozing', () => {
    const snooze = (at: number, until: number, by = 'Ann') => ({ kind: 'snooze', at, until, by }) as const;

    test('a snooze sets the next reminder to its end, and ending the snooze removes the reminder', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await reports(store, monitor!, ['fail'], NOON);
      const incident = await only(store, monitor!.teamID);
      expect(await store.changeIncident(incident, snooze(NOON, NOON + HOUR))).toBe(true);
      expect(await only(store, monitor!.teamID)).toMatchObject({
        snoozes: [{ at: NOON, until: NOON + HOUR, by: 'Ann', endedAt: null }],
      });
      const raise = (now: number) => store.raiseAlerts({ kind: 'timers', limit: 10 }, now);
      expect(await raise(NOON + HOUR - 1)).toBe(0);
      expect(await raise(NOON + HOUR)).toBe(1);
      await store.changeIncident(incident, snooze(NOON + HOUR, NOON + 2 * HOUR));
      const unsnooze = { kind: 'unsnooze', at: NOON + HOUR + 1, by: 'Bob' } as const;
      expect(await store.changeIncident(incident, unsnooze)).toBe(true);
      expect(await store.changeIncident(incident, unsnooze)).toBe(false);
      expect(await raise(NOON + 2 * HOUR)).toBe(0);
    });

    test('a snooze is refused once the incident is acknowledged or has ended', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await reports(store, monitor!, ['fail'], NOON);
      const first = await only(store, monitor!.teamID);
      await store.changeIncident(first, { kind: 'acknowledge', at: NOON, by: 'Ann', note: '' });
      expect(await store.changeIncident(first, snooze(NOON, NOON + HOUR))).toBe(false);
      await reports(store, monitor!, ['end', 'fail', 'end'], NOON + HOUR);
      const second = await only(store, monitor!.teamID);
      expect(await store.changeIncident(second, snooze(NOON, NOON + 5 * HOUR))).toBe(false);
    });
  });

  describe('changeIncident, acknowledging', () => {
    test('an acknowledgement is stored once, and only before the end', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await reports(store, monitor!, ['fail'], NOON);
      const first = await only(store, monitor!.teamID);
      expect(
        await store.changeIncident(first, { kind: 'acknowledge', at: NOON + 1, by: 'Ann', note: 'On it.' }),
      ).toBe(true);
      expect(
        await store.changeIncident(first, { kind: 'acknowledge', at: NOON + 2, by: 'Bob', note: '' }),
      ).toBe(false);
      expect(await only(store, monitor!.teamID)).toMatchObject({
        acknowledgedAt: NOON + 1,
        acknowledgedBy: 'Ann',
        note: 'On it.',
      });
      await reports(store, monitor!, ['end', 'fail'], NOON + HOUR);
      const second = await only(store, monitor!.teamID);
      expect(second).toMatchObject({ acknowledgedAt: null });
      await reports(store, monitor!, ['end'], NOON + 2 * HOUR);
      expect(await store.changeIncident(second, { kind: 'acknowledge', at: NOON, by: 'Ann', note: '' })).toBe(
        false,
      );
    });

    test('an acknowledgement is taken over by another person only on request, and taken back once', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await reports(store, monitor!, ['fail'], NOON);
      const incident = await only(store, monitor!.teamID);
      const acknowledge = (at: number, by: string, takeOver: boolean) =>
        store.changeIncident(incident, { kind: 'acknowledge', at, by, note: `by ${by}`, takeOver });
      const takeBack = (at: number) =>
        store.changeIncident(incident, { kind: 'unacknowledge', at, by: 'Cyd' });
      expect(await takeBack(NOON)).toBe(false);
      expect(await acknowledge(NOON + 1, 'Ann', true)).toBe(true);
      expect(await acknowledge(NOON + 2, 'Bob', false)).toBe(false);
      expect(await acknowledge(NOON + 3, 'Ann', true)).toBe(false);
      expect(await acknowledge(NOON + 4, 'Bob', true)).toBe(true);
      expect(await takeBack(NOON + 5)).toBe(true);
      expect(await takeBack(NOON + 6)).toBe(false);
      expect(await only(store, monitor!.teamID)).toMatchObject({
        acknowledgedAt: null,
        acknowledgedBy: null,
        note: null,
        pastAcknowledgements: [
          { at: NOON + 1, by: 'Ann', note: 'by Ann', endedAt: NOON + 4, endedBy: 'Bob', isTakenOver: true },
          { at: NOON + 4, by: 'Bob', note: 'by Bob', endedAt: NOON + 5, endedBy: 'Cyd', isTakenOver: false },
        ],
      });
      await acknowledge(NOON + 7, 'Ann', false);
      await reports(store, monitor!, ['end'], NOON + HOUR);
      expect(await takeBack(NOON + HOUR + 1)).toBe(false);
      expect(await acknowledge(NOON + HOUR + 1, 'Bob', true)).toBe(false);
    });

    test('no timer is due while an acknowledgement is in force; then the escalation continues with its remaining delay', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      const { teamID } = monitor!;
      const steps = [10, 20].map((after) => ({ afterMs: after * MINUTE, channels: [], onCall: [] }));
      await store.escalations.create({ teamID, shortID: 'e', name: 'e', steps, createdAt: NOON });
      const { shortID } = await findDefaultProject(store, teamID);
      const alerting = { ...PROJECT_ALERTING_DEFAULT, escalation: 'e', remindEveryMs: HOUR };
      await store.projects.change(teamID, shortID, createEdit({ alerting }));
      await reports(store, monitor!, ['fail'], NOON);
      const incident = await only(store, teamID);
      const take = (at: number) =>
        store.changeIncident(incident, { kind: 'acknowledge', at, by: 'Ann', note: '' });
      const takeBack = (at: number) =>
        store.changeIncident(incident, { kind: 'unacknowledge', at, by: 'Ann' });
      const raise = (now: number) => store.raiseAlerts({ kind: 'timers', limit: 10 }, now);
      // While the alarm waits to be planned, only its plan may set timers.
      await take(NOON);
      await takeBack(NOON);
      expect(await raise(NOON + DAY)).toBe(0);
      await planDeliveries(store, []);
      await take(NOON + 4 * MINUTE);
      expect(await raise(NOON + DAY)).toBe(0);
      await takeBack(NOON + 34 * MINUTE);
      expect(await raise(NOON + 40 * MINUTE - 1)).toBe(0);
      expect(await raise(NOON + 40 * MINUTE)).toBe(1);
      // The raised step waits to be planned, so taking back sets no second timer for it.
      await take(NOON + 41 * MINUTE);
      await takeBack(NOON + 42 * MINUTE);
      expect(await raise(NOON + HOUR - 1)).toBe(0);
      expect((await readPlanInput(store, NOON + HOUR))?.rows).toMatchObject([
        { kind: 'escalation', incident: { escalationStep: 0, isEscalationPending: true } },
      ]);
      expect(await raise(NOON + HOUR)).toBe(1);
    });

    test('an empty note is not stored', async () => {
      const { store } = database;
      const [monitor] = await makeMonitors(store, 1);
      await reports(store, monitor!, ['fail'], NOON);
      await store.changeIncident(await only(store, monitor!.teamID), {
        kind: 'acknowledge',
        at: NOON,
        by: 'Ann',
        note: '',
      });
      expect((await only(store, monitor!.teamID)).note).toBeNull();
    });
  });
}

import type { Rotation } from '@overdue/domain/on-call/schedule.ts';
import { describe, expect, test } from 'vitest';
import type { OnCallResource, OverrideResource } from '../../../src/on-call/contract.ts';
import { createEdit, recordOf } from '../../edits.ts';
import { newChannel } from './channels.ts';
import { DAY, eachTest, HOUR, MINUTE, makeTeam, NOON, newMember, type OpenDatabase } from './fixtures.ts';

function rotationOf(...members: readonly string[]): Rotation {
  return { members, startsOn: '2026-11-23', handoverAt: '09:00', shiftDays: 7, hours: null };
}

export function anOnCallSchedule(
  shortID: string,
  more: Partial<OnCallResource['new']> = {},
): OnCallResource['new'] {
  const name = `Schedule ${shortID}`;
  return {
    teamID: 'team-acme',
    shortID,
    name,
    timezone: 'Europe/Riga',
    rotations: [rotationOf('a')],
    createdAt: NOON,
    ...more,
  };
}

function anOverride(shortID: string, more: Partial<OverrideResource['new']> = {}): OverrideResource['new'] {
  return {
    teamID: 'team-acme',
    shortID,
    schedule: 's',
    memberID: 'a',
    replaces: null,
    from: NOON,
    to: NOON + HOUR,
    createdAt: NOON,
    ...more,
  };
}

export function describeOnCall(open: OpenDatabase): void {
  const database = eachTest(open);

  /** Creates two teams, and members `a` and `b` of the first team. */
  async function makeTeams() {
    const { store } = database;
    await makeTeam(store, 'acme');
    await makeTeam(store, 'other');
    for (const name of ['a', 'b']) await store.addMember('team-acme', { ...newMember(name), memberID: name });
  }

  describe('on-call schedules', () => {
    test('only their own team reads, changes and deletes schedules, with their overrides and unless an escalation policy uses them', async () => {
      await makeTeams();
      const { onCall, escalations } = database.store;
      const hours = { weekdays: [1, 5], from: '09:00', to: '17:00' };
      const rotations = [{ ...rotationOf('a', 'b'), hours }, rotationOf('b')];
      const made = recordOf(await onCall.schedules.create(anOnCallSchedule('s', { rotations }), { max: 2 }));
      expect(made).toEqual({
        shortID: 's',
        name: 'Schedule s',
        timezone: 'Europe/Riga',
        rotations,
        revision: 1,
      });
      recordOf(await onCall.schedules.create(anOnCallSchedule('t'), { max: 2 }));
      expect(await onCall.schedules.create(anOnCallSchedule('u'), { max: 2 })).toEqual({
        outcome: 'too_many',
        max: 2,
      });
      expect(await onCall.schedules.find('team-acme', 's')).toEqual(made);
      expect(await onCall.schedules.find('team-other', 's')).toBeNull();
      expect(await onCall.schedules.change('team-other', 's', createEdit({ name: 'Theirs' }))).toBeNull();
      await onCall.schedules.change('team-acme', 's', createEdit({ name: 'Night', timezone: 'UTC' }));
      expect(await onCall.schedules.find('team-acme', 's')).toEqual({
        ...made,
        name: 'Night',
        timezone: 'UTC',
        revision: 2,
      });
      const kept = recordOf(
        await onCall.overrides.create(anOverride('kept', { schedule: 't', replaces: 'b' })),
      );
      recordOf(await onCall.overrides.create(anOverride('gone')));
      await escalations.create({
        teamID: 'team-acme',
        shortID: 'e',
        name: 'e',
        steps: [{ afterMs: MINUTE, channels: ['c'], onCall: ['s', 't'] }],
        createdAt: NOON,
      });
      expect(await onCall.schedules.delete('team-other', 's')).toEqual({ outcome: 'not_found' });
      expect(await onCall.schedules.delete('team-acme', 's')).toMatchObject({ outcome: 'deleted' });
      expect(await onCall.overrides.list('team-acme')).toEqual([kept]);
      expect(await escalations.find('team-acme', 'e')).toMatchObject({
        steps: [{ afterMs: MINUTE, channels: ['c'], onCall: ['t'] }],
        revision: 2,
      });
    });

    test('schedules lose a member who leaves: the next member takes the shifts, and overrides and contact are deleted', async () => {
      await makeTeams();
      const { store } = database;
      const { onCall } = store;
      await onCall.schedules.create(anOnCallSchedule('s', { rotations: [rotationOf('a', 'b', 'a')] }));
      await onCall.schedules.create(anOnCallSchedule('t', { rotations: [rotationOf('b')] }));
      await onCall.overrides.create(anOverride('by', { memberID: 'a' }));
      await onCall.overrides.create(anOverride('for', { memberID: 'b', replaces: 'a' }));
      await onCall.overrides.create(anOverride('other', { memberID: 'b' }));
      await onCall.contacts.create({ teamID: 'team-acme', memberID: 'a', channels: [], calendar: null });
      const left = { teamID: 'team-acme', actorID: null, memberID: 'a', action: 'remove' } as const;
      expect(await store.changeMembership(left)).toMatchObject({ outcome: 'done' });
      expect(await onCall.schedules.list('team-acme')).toMatchObject([
        { shortID: 's', rotations: [{ members: ['b', 'b', 'b'] }], revision: 2 },
        { shortID: 't', rotations: [{ members: ['b'] }], revision: 1 },
      ]);
      expect((await onCall.overrides.list('team-acme')).map(({ shortID }) => shortID)).toEqual(['other']);
      expect(await onCall.contacts.list('team-acme')).toEqual([]);
    });
  });

  describe('contacts of members on call', () => {
    test('each member has one contact, which is found by the hash of the calendar until that hash is revoked', async () => {
      await makeTeams();
      const { contacts } = database.store.onCall;
      const contact = { teamID: 'team-acme', memberID: 'a', channels: ['c'], calendar: null };
      expect(await contacts.create(contact)).toEqual({
        outcome: 'created',
        record: { ...contact, revision: 1 },
      });
      expect(await contacts.create(contact)).toEqual({ outcome: 'exists' });
      expect(await contacts.create({ ...contact, memberID: 'nobody' })).toEqual({ outcome: 'gone' });
      expect(await contacts.create({ ...contact, teamID: 'team-other', memberID: 'b' })).toEqual({
        outcome: 'gone',
      });
      const calendar = { hash: 'hash-a', createdAt: NOON };
      await contacts.change('team-acme', 'a', createEdit({ calendar }));
      expect(await contacts.findInAnyTeam('hash-a')).toEqual({ ...contact, calendar, revision: 2 });
      expect(await contacts.findInAnyTeam('a')).toBeNull();
      await contacts.change('team-acme', 'a', createEdit({ calendar: null }));
      expect(await contacts.findInAnyTeam('hash-a')).toBeNull();
      expect(await contacts.find('team-other', 'a')).toBeNull();
    });

    test('contacts lose a deleted channel', async () => {
      await makeTeams();
      const { store } = database;
      for (const name of ['a', 'b']) await store.channels.create(newChannel(name));
      const channels = ['channel-a', 'channel-b'];
      await store.onCall.contacts.create({ teamID: 'team-acme', memberID: 'a', channels, calendar: null });
      await store.channels.delete('team-acme', 'channel-a');
      expect(await store.onCall.contacts.list('team-acme')).toMatchObject([
        { channels: ['channel-b'], revision: 2 },
      ]);
    });
  });

  test('overrides that ended 400 days ago are pruned', async () => {
    await makeTeams();
    const { store } = database;
    const now = NOON + 400 * DAY;
    await store.onCall.overrides.create(anOverride('old', { to: NOON }));
    await store.onCall.overrides.create(anOverride('young', { to: NOON + 1 }));
    await store.prune(
      { now, oldBefore: 0, keptPerMonitor: 10, rowsPerStep: 10, monitorsPerStep: 10 },
      { by: 'expiry' },
    );
    expect((await store.onCall.overrides.list('team-acme')).map(({ shortID }) => shortID)).toEqual(['young']);
  });
}

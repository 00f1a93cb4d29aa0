import { describe, expect, test } from 'vitest';
import { coverage, onCallAt } from './on-call.ts';
import { type Override, type Roster, type Rotation, withoutMember } from './schedule.ts';

const WEEKLY: Rotation = {
  members: ['ann', 'bob'],
  startsOn: '2026-10-19',
  handoverAt: '09:00',
  shiftDays: 7,
  hours: null,
};

function roster(rotations: readonly Rotation[], overrides: readonly Override[] = []): Roster {
  return { schedule: { shortID: 's', name: 'Database', timezone: 'Europe/Riga', rotations }, overrides };
}

const all = () => true;
const at = (time: string) => Date.parse(time);

function written(of: Roster, from: string, to: string) {
  const { spans, gaps } = coverage(of, { from: at(from), to: at(to) }, all);
  const line = (period: { from: number; to: number }) =>
    [period.from, period.to].map((time) => new Date(time).toISOString().slice(0, 16)).join(' ');
  return { spans: spans.map((span) => `${line(span)} ${span.memberID}`), gaps: gaps.map(line) };
}

describe('a weekly rotation', () => {
  test('hands over at the same time of day before and after a clock change', () => {
    expect(written(roster([WEEKLY]), '2026-10-19T00:00Z', '2026-11-03T00:00Z')).toEqual({
      gaps: ['2026-10-19T00:00 2026-10-19T06:00'],
      spans: [
        '2026-10-19T06:00 2026-10-26T07:00 ann',
        '2026-10-26T07:00 2026-11-02T07:00 bob',
        '2026-11-02T07:00 2026-11-03T00:00 ann',
      ],
    });
  });

  test('hands over at the change if the clock skips the time, and once if the clock shows the time twice', () => {
    const daily = { ...WEEKLY, startsOn: '2026-03-27', shiftDays: 1, handoverAt: '03:30' };
    expect(written(roster([daily]), '2026-03-28T12:00Z', '2026-03-30T12:00Z').spans).toEqual([
      '2026-03-28T12:00 2026-03-29T01:00 bob',
      '2026-03-29T01:00 2026-03-30T00:30 ann',
      '2026-03-30T00:30 2026-03-30T12:00 bob',
    ]);
    const autumn = { ...daily, startsOn: '2026-10-24' };
    expect(written(roster([autumn]), '2026-10-24T12:00Z', '2026-10-25T12:00Z').spans).toEqual([
      '2026-10-24T12:00 2026-10-25T00:30 ann',
      '2026-10-25T00:30 2026-10-25T12:00 bob',
    ]);
  });
});

describe('times of day in rotations', () => {
  const office = { ...WEEKLY, hours: { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' } };

  test('times of day leave gaps that the next rotation fills', () => {
    const nights = {
      ...WEEKLY,
      members: ['cyd'],
      hours: { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '17:00', to: '09:00' },
    };
    expect(written(roster([office, nights]), '2026-11-06T06:00Z', '2026-11-07T18:00Z')).toEqual({
      spans: [
        '2026-11-06T06:00 2026-11-06T07:00 cyd',
        '2026-11-06T07:00 2026-11-06T15:00 ann',
        '2026-11-06T15:00 2026-11-07T07:00 cyd',
        '2026-11-07T15:00 2026-11-07T18:00 cyd',
      ],
      gaps: ['2026-11-07T07:00 2026-11-07T15:00'],
    });
  });

  test('the earlier rotation decides where both have a member', () => {
    const rest = { ...WEEKLY, members: ['cyd'] };
    expect(onCallAt(roster([office, rest]), at('2026-11-06T08:00Z'), all)).toEqual({
      memberID: 'ann',
      until: at('2026-11-06T15:00Z'),
      nextMemberID: 'cyd',
    });
  });
});

describe('an override', () => {
  const period = { from: at('2026-10-25T12:00Z'), to: at('2026-10-27T12:00Z'), shortID: 'o', schedule: 's' };

  test('covers the whole period, or only the shifts of one member', () => {
    const whole = roster([WEEKLY], [{ ...period, memberID: 'cyd', replaces: null }]);
    expect(written(whole, '2026-10-24T00:00Z', '2026-10-28T00:00Z').spans).toEqual([
      '2026-10-24T00:00 2026-10-25T12:00 ann',
      '2026-10-25T12:00 2026-10-27T12:00 cyd',
      '2026-10-27T12:00 2026-10-28T00:00 bob',
    ]);
    const forBob = roster([WEEKLY], [{ ...period, memberID: 'cyd', replaces: 'bob' }]);
    expect(written(forBob, '2026-10-24T00:00Z', '2026-10-28T00:00Z').spans).toEqual([
      '2026-10-24T00:00 2026-10-26T07:00 ann',
      '2026-10-26T07:00 2026-10-27T12:00 cyd',
      '2026-10-27T12:00 2026-10-28T00:00 bob',
    ]);
  });

  test('by a former member has no effect', () => {
    const left = roster([WEEKLY], [{ ...period, memberID: 'cyd', replaces: null }]);
    expect(onCallAt(left, period.from, (memberID) => memberID !== 'cyd').memberID).toBe('ann');
  });
});

test('a single member stays on call without an end', () => {
  const alone = roster([{ ...WEEKLY, members: ['ann'] }]);
  expect(onCallAt(alone, at('2026-11-23T00:00Z'), all)).toEqual({
    memberID: 'ann',
    until: null,
    nextMemberID: null,
  });
});

test('the shifts of a member who leaves go to the next member, and no other shift moves', () => {
  const members = ['ann', 'bob', 'bob', 'cyd'];
  expect(withoutMember([{ ...WEEKLY, members }], 'bob')[0]?.members).toEqual(['ann', 'cyd', 'cyd', 'cyd']);
  expect(withoutMember([{ ...WEEKLY, members }], 'cyd')[0]?.members).toEqual(['ann', 'bob', 'bob', 'ann']);
  expect(withoutMember([{ ...WEEKLY, members: ['ann'] }], 'ann')[0]?.members).toEqual([]);
});

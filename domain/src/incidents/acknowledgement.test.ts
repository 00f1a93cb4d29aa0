import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Acknowledgeable,
  acknowledge,
  escalationDelayMs,
  PAST_ACKNOWLEDGEMENTS_MAX,
  unacknowledge,
} from './acknowledgement.ts';

const NONE: Acknowledgeable = { current: null, past: [] };
const ANN = { at: 10, by: 'Ann', note: null };
const BEN = { at: 20, by: 'Ben', note: 'Mine.' };
const BY_ANN: Acknowledgeable = { current: ANN, past: [] };

function fill(count: number): Acknowledgeable {
  const ended = { ...ANN, endedAt: 11, endedBy: 'Ann', isTakenOver: false };
  return { current: ANN, past: Array.from({ length: count }, () => ended) };
}

describe('an acknowledgement', () => {
  test.each([
    ['without another', NONE, ANN, false, { current: ANN, past: [] }],
    ['without another, to take over', NONE, ANN, true, { current: ANN, past: [] }],
    ['besides another', BY_ANN, BEN, false, null],
    ['of the same person', BY_ANN, { ...ANN, at: 20 }, true, null],
    [
      'instead of another',
      BY_ANN,
      BEN,
      true,
      { current: BEN, past: [{ ...ANN, endedAt: 20, endedBy: 'Ben', isTakenOver: true }] },
    ],
    ['instead of another, beyond the limit', fill(PAST_ACKNOWLEDGEMENTS_MAX), BEN, true, null],
  ])('acknowledges %s', (_, incident, next, takeOver, after) => {
    expect(acknowledge(incident, { ...next, takeOver })).toEqual(after);
  });

  test('is taken back once', () => {
    const taken = unacknowledge(BY_ANN, { at: 30, by: 'Ben' });
    expect(taken).toEqual({
      current: null,
      past: [{ ...ANN, endedAt: 30, endedBy: 'Ben', isTakenOver: false }],
    });
    expect(unacknowledge(taken ?? BY_ANN, { at: 40, by: 'Ben' })).toBeNull();
  });

  test.each([
    [PAST_ACKNOWLEDGEMENTS_MAX - 1, true],
    [PAST_ACKNOWLEDGEMENTS_MAX, false],
  ])('after %i others, can be taken back: %s', (count, isPossible) => {
    expect(unacknowledge(fill(count), { at: 40, by: 'Ann' }) !== null).toBe(isPossible);
  });
});

test('the clock stops during snoozes and past acknowledgements, to the millisecond, and at no other time', () => {
  const spans = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 8 })
    .map((times) =>
      times.sort((a, b) => a - b).flatMap((from, i) => (i % 2 === 0 ? [[from, times[i + 1] ?? 60]] : [])),
    );
  fc.assert(
    fc.property(spans, spans, (snoozed, acknowledged) => {
      const covers = ([from = 0, to = 0]: readonly number[], at: number) => from <= at && at < to;
      const expected = Array.from({ length: 61 }, (_, at) => at).filter((at) =>
        [...snoozed, ...acknowledged].some((span) => covers(span, at)),
      ).length;
      const snoozes = snoozed.map(([at = 0, until = 0], index) => ({
        ...{ at, until: until + (index % 2), by: 'Ann', remindAt: null },
        ...{ endedAt: index % 2 === 0 ? null : until, endedBy: null },
      }));
      const pastAcknowledgements = acknowledged.map(([at = 0, endedAt = 0]) => ({
        ...{ at, by: 'Ann', note: null, endedAt, endedBy: 'Ann', isTakenOver: false },
      }));
      expect(escalationDelayMs({ snoozes, pastAcknowledgements })).toBe(expected);
    }),
  );
});

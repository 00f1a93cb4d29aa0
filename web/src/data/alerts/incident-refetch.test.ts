import { expect, test } from 'vitest';
import { refetchIntervalMs } from './incident-refetch.ts';

type Read = NonNullable<Parameters<typeof refetchIntervalMs>[0]>;

const CLOSED_AT = '2026-11-23T02:00:00.000Z';
const CLOSED = Date.parse(CLOSED_AT);
const MINUTE = 60_000;

function step(state: 'waiting' | 'sent'): Read['history'][number] {
  const message = {
    kind: 'recovered',
    channel: 'c',
    delivery: 'd',
    state,
    attempts: 1,
    nextAttemptAt: null,
  } as const;
  return { at: CLOSED_AT, kind: 'alerted', name: 'ops', text: null, until: null, from: null, message };
}

test.each<[string, Read | undefined, number, number | false]>([
  ['an incident that is not loaded is not read', undefined, CLOSED, false],
  ['an open incident is read every 15 s', { closedAt: null, history: [] }, CLOSED, 15_000],
  [
    'an incident that has just ended is read every 3 s',
    { closedAt: CLOSED_AT, history: [] },
    CLOSED + MINUTE,
    3000,
  ],
  ['a browser whose clock is slow reads it too', { closedAt: CLOSED_AT, history: [] }, CLOSED - MINUTE, 3000],
  [
    'an ended incident with a waiting message is read every 15 s',
    { closedAt: CLOSED_AT, history: [step('sent'), step('waiting')] },
    CLOSED + 3 * MINUTE,
    15_000,
  ],
  [
    'an ended incident whose messages are sent is not read again',
    { closedAt: CLOSED_AT, history: [step('sent')] },
    CLOSED + 3 * MINUTE,
    false,
  ],
])('%s', (_, incident, now, expected) => {
  expect(refetchIntervalMs(incident, now)).toBe(expected);
});

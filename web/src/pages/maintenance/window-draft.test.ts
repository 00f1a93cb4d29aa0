import { expect, test } from 'vitest';
import { fromLocal, inputOf, isUnscoped, scopeOf, toLocal, windowDraft } from './window-draft.ts';

const NOW = Date.parse('2026-11-21T12:20:00.000Z');
const RIGA = 'Europe/Riga';

test('a new window starts at the next full hour in the reader’s zone', () => {
  expect(windowDraft(null, NOW, RIGA)).toMatchObject({
    kind: 'once',
    startsAt: '2026-11-21T15:00',
    endsAt: '2026-11-21T16:00',
  });
});

test.each([
  ['2026-11-21T15:00', '2026-11-21T13:00:00.000Z'],
  ['2026-07-01T15:00', '2026-07-01T12:00:00.000Z'],
  ['2026-03-29T02:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T04:00', '2026-03-29T01:00:00.000Z'],
])('%s in Riga is %s', (local, utc) => {
  expect(new Date(fromLocal(local, RIGA) ?? 0).toISOString()).toBe(utc);
  expect(toLocal(Date.parse(utc), RIGA)).toBe(local);
});

function wholeTeam() {
  return { ...windowDraft(null, NOW, RIGA), reach: 'all' } as const;
}

test('a window for the whole team must be chosen, and an empty scope is refused', () => {
  const draft = windowDraft(null, NOW, RIGA);
  expect(inputOf(draft, RIGA)).toMatchObject({ ok: false, problems: { reach: expect.any(String) } });
  expect(inputOf({ ...draft, tags: ['prod'] }, RIGA)).toMatchObject({ ok: true, input: { tags: ['prod'] } });
  expect(inputOf(wholeTeam(), RIGA)).toMatchObject({
    ok: true,
    input: { tags: [], monitors: [], projects: [] },
  });
  expect(isUnscoped(scopeOf({ ...wholeTeam(), tags: ['prod'] }))).toBe(true);
});

test('a single window reads back as times, without an expression', () => {
  const draft = { ...wholeTeam(), name: ' upgrade ' };
  expect(inputOf(draft, RIGA)).toMatchObject({
    ok: true,
    input: {
      name: 'upgrade',
      startsAt: '2026-11-21T13:00:00.000Z',
      endsAt: '2026-11-21T14:00:00.000Z',
      cron: null,
    },
  });
});

test('a recurring window has an expression, a zone and a length', () => {
  const draft = {
    ...wholeTeam(),
    kind: 'again',
    cron: '0 2 * * 0',
    duration: '90 min',
  } as const;
  expect(inputOf(draft, RIGA)).toMatchObject({
    ok: true,
    input: { startsAt: null, cron: '0 2 * * 0', timezone: RIGA, duration: 5400 },
  });
});

test('an end before the start and a missing time are reported beside their fields', () => {
  const draft = wholeTeam();
  expect(inputOf({ ...draft, endsAt: '2026-11-21T14:00' }, RIGA)).toMatchObject({
    ok: false,
    problems: { endsAt: expect.any(String) },
  });
  expect(inputOf({ ...draft, startsAt: '' }, RIGA)).toMatchObject({
    ok: false,
    problems: { startsAt: expect.any(String) },
  });
  expect(inputOf({ ...draft, kind: 'again', duration: 'soon' }, RIGA)).toMatchObject({
    ok: false,
    problems: { duration: expect.any(String) },
  });
});

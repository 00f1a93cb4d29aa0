import { HOUR_MS } from '@overdue/domain/time-units.ts';
import { expect, test } from 'vitest';
import { readView, readZoom, writeView, zoomName } from './use-view.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['1h', HOUR_MS],
  ['30d', 720 * HOUR_MS],
  ['90m', 1.5 * HOUR_MS],
  ['01m', 600_000],
  ['999999m', 400 * 24 * HOUR_MS],
  ['nonsense', null],
  [undefined, null],
])('the zoom %s is %s ms', (text, span) => expect(readZoom(text)).toBe(span));

test('the view without a time follows now, and leaves room for the future', () => {
  const view = readView({ zoom: '24h' }, HOUR_MS, NOW);
  expect(view.to - view.from).toBe(24 * HOUR_MS);
  expect(view.to).toBeGreaterThan(NOW);
  expect(writeView(view, NOW)).toEqual({ zoom: '24h', at: undefined });
});

test('a view in the past is restored from the URL', () => {
  const view = { from: NOW - 50 * HOUR_MS, to: NOW - 48.5 * HOUR_MS };
  const search = writeView(view, NOW);
  expect(search).toEqual({ zoom: '90m', at: '2026-11-19T11:30:00Z' });
  expect(readView(search, HOUR_MS, NOW)).toEqual(view);
});

test('a view close to a named zoom counts as that zoom', () =>
  expect(zoomName(24 * HOUR_MS + 1000)).toBe('24h'));

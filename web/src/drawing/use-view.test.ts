import { expect, test } from 'vitest';
import { readView, readZoom, writeView, zoomName } from './use-view.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['1h', HOUR],
  ['30d', 720 * HOUR],
  ['90m', 1.5 * HOUR],
  ['01m', 600_000],
  ['999999m', 400 * 24 * HOUR],
  ['nonsense', null],
  [undefined, null],
])('the zoom %s is %s ms', (text, span) => expect(readZoom(text)).toBe(span));

test('without a time the view follows now, and leaves room for the future', () => {
  const view = readView({ zoom: '24h' }, HOUR, NOW);
  expect(view.to - view.from).toBe(24 * HOUR);
  expect(view.to).toBeGreaterThan(NOW);
  expect(writeView(view, NOW)).toEqual({ zoom: '24h', at: undefined });
});

test('a view in the past is restored from the URL', () => {
  const view = { from: NOW - 50 * HOUR, to: NOW - 48.5 * HOUR };
  const search = writeView(view, NOW);
  expect(search).toEqual({ zoom: '90m', at: '2026-11-19T11:30:00Z' });
  expect(readView(search, HOUR, NOW)).toEqual(view);
});

test('a view close to a named zoom counts as that zoom', () =>
  expect(zoomName(24 * HOUR + 1000)).toBe('24h'));

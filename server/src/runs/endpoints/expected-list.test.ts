import { RULES_DEFAULT } from '@overdue/domain/monitor/rules.ts';
import { newMonitorState } from '@overdue/domain/monitor/state.ts';
import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { expect, test } from 'vitest';
import { createSpanWriter, SPANS_MAX } from './expected-list.ts';

const FROM = Date.UTC(2026, 10, 23, 18);

function monitor(cron: string, nextExpectedAt: number) {
  return {
    state: { ...newMonitorState({ kind: 'cron', createdAt: FROM - DAY_MS, paused: false }), nextExpectedAt },
    rules: {
      ...RULES_DEFAULT,
      schedule: { type: 'cron', cron, timezone: 'UTC', graceMs: 0 },
    },
  } as const;
}

test('monitors with the same expression and different next runs have spans of their own', () => {
  const write = createSpanWriter({ from: FROM, to: FROM + 3 * HOUR_MS });
  const spans = [FROM, FROM + 2 * HOUR_MS, FROM].map((nextAt) => write(monitor('0 * * * *', nextAt)));
  expect(spans.map((json) => JSON.parse(json ?? '').length)).toEqual([3, 1, 3]);
});

test('a monitor has a single span after a maximum of spans', () => {
  const write = createSpanWriter({ from: FROM, to: FROM + DAY_MS });
  const job = monitor('0 * * * *', FROM);
  for (let listed = 0; listed + 24 <= SPANS_MAX; listed += 24) write(job);
  expect(write(job)).toBe('[{"firstAt":"2026-11-23T18:00:00.000Z","lastAt":"2026-11-24T17:00:00.000Z"}]');
});

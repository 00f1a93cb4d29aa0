import { PAST_REPORT_MS_MAX } from '@overdue/domain/ping/reported-time.ts';
import { expect, test } from 'vitest';
import { REPORTED_DAYS_MAX } from '../src/spool/spool.ts';

test('reports are sent as long as the service accepts their times', () => {
  expect(REPORTED_DAYS_MAX * 86_400_000).toBe(PAST_REPORT_MS_MAX);
});

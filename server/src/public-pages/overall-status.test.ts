import type { Status } from '@overdue/domain/monitor/state.ts';
import { expect, test } from 'vitest';
import { longSentence, overallStatusOf, shortSentence } from './overall-status.ts';
import { tallyStatuses } from './shared-monitors.ts';

const CASES: readonly (readonly [statuses: string, overall: string, short: string, long: string])[] = [
  ['', 'none', 'no monitors', 'No jobs yet.'],
  ['up', 'up', 'up', 'The job is up.'],
  ['up up', 'up', '2 up', 'All 2 jobs are up.'],
  ['down', 'down', 'down', 'The job is down.'],
  ['late', 'late', 'late', 'The job is late.'],
  ['down up up', 'down', '1 of 3 down', '1 of 3 jobs is down.'],
  ['down down late failing up', 'down', '2 of 5 down', '2 of 5 jobs are down, 1 is failing, 1 is late.'],
  ['down down', 'down', '2 down', '2 of 2 jobs are down.'],
  ['late up paused', 'late', '1 of 3 late', '1 of 3 jobs is late.'],
  ['up paused', 'up', '1 of 2 up', '1 job is up, 1 is paused.'],
  ['up up paused new new', 'up', '2 of 5 up', '2 jobs are up, 1 is paused, 2 have not reported yet.'],
  ['new', 'new', 'new', 'The job has not reported yet.'],
  ['new new paused', 'new', '2 of 3 new', 'No job has reported yet, 1 is paused.'],
  ['paused', 'paused', 'paused', 'The job is paused.'],
  ['paused paused', 'paused', '2 paused', 'All 2 jobs are paused.'],
];

test.each(CASES)('the overall status of %s is %s', (statuses, overall, short, long) => {
  const counts = tallyStatuses(statuses.split(' ').filter((word) => word !== '') as Status[]);
  expect([overallStatusOf(counts), shortSentence(counts), longSentence(counts)]).toEqual([
    overall,
    short,
    long,
  ]);
});

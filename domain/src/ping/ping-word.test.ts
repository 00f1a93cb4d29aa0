import { describe, expect, test } from 'vitest';
import { exitStatusOf, pingTypeOf } from './ping-word.ts';

describe('words', () => {
  test.each([
    ['start', ['start', 'started', 'run', 'running', 'in_progress', 'RUN', 'In_Progress']],
    ['end', ['end', 'complete', 'completed', 'ok', 'up', 'success', 'finish', 'done', 'tick', 'OK', 'Up']],
    [
      'fail',
      [
        'fail',
        'failed',
        'failure',
        'error',
        'fatal',
        'down',
        'critical',
        'DOWN',
        'term',
        'SIGNAL',
        'RTMIN+4',
      ],
    ],
  ])('%s: %j', (outcome, words) => {
    for (const word of words) expect([word, pingTypeOf(word)]).toEqual([word, outcome]);
  });

  test.each([
    '',
    'degraded',
    'warning',
    'canceled',
    'log',
    'ping',
    '__proto__',
    'constructor',
    'o k',
    'x'.repeat(10_000),
  ])('%j is unknown', (word) => expect(pingTypeOf(word)).toBeNull());
});

describe('exit statuses', () => {
  test.each(['0', '00', '+0', '-0', '0.0', '0x0'])('%s is a success', (text) => {
    expect(exitStatusOf(text)).toEqual({ outcome: 'end', status: 0 });
  });

  test.each([
    ['1', 1],
    ['255', 255],
    ['007', 7],
    ['0xff', 255],
  ])('%s is a failure with its status', (text, status) => {
    expect(exitStatusOf(text)).toEqual({ outcome: 'fail', status });
  });

  test.each(['-1', '256', '1.5', '3221225786', '-1073741510', '0x80070005', '1e3', '9'.repeat(60)])(
    '%s is a failure without a status',
    (text) => expect(exitStatusOf(text)).toEqual({ outcome: 'fail', status: null }),
  );

  test.each(['', 'one', 'NaN', 'Infinity', '1 2', '0x', '١', '9'.repeat(65)])(
    '%j is not a number',
    (text) => {
      expect(exitStatusOf(text)).toBeNull();
    },
  );
});

import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../server/test/sdk/fake-clock.ts';
import {
  failure,
  hangUp,
  openLoopback,
  PING_ID,
  pingResponse,
  type Respond,
  type Seen,
} from '../../server/test/sdk/loopback.ts';
import { OverdueError } from './error.ts';
import { type MonitorOptions, monitor } from './monitor.ts';

const START_MS = 1000;
const HALF_END_MS = 5000;

async function open(...responses: readonly Respond[]) {
  const server = await openLoopback(...responses);
  const errors: string[] = [];
  const onError: MonitorOptions['onError'] = (error, type) => errors.push(`${type}: ${String(error)}`);
  const clock = createFakeClock();
  return { ...server, pingURL: `${server.url}/ping/${PING_ID}`, clock, errors, onError };
}

/** Pings in the form `end?duration=1.5`, without their rid. */
function pings(seen: readonly Seen[]): readonly string[] {
  return seen.map(({ url }) => url.replace(`/ping/${PING_ID}/`, '').replace(/\/\?rid=[^&]+&?/, '?'));
}

function rids(seen: readonly Seen[]): readonly (string | null)[] {
  return seen.map(({ url }) => new URL(url, 'http://127.0.0.1').searchParams.get('rid'));
}

describe('a successful job', () => {
  test('is reported with its start, its end and its duration, under one rid', async () => {
    const { pingURL, clock, seen, errors, onError } = await open(pingResponse());
    const runIDs: string[] = [];
    const job = ({ rid }: { readonly rid: string }) => {
      runIDs.push(rid);
      clock.advance(1500);
      return { rows: 3 };
    };
    expect(await monitor(pingURL, job, { onError }, clock)).toEqual({ rows: 3 });
    expect(pings(seen)).toEqual(['start?', 'end?duration=1.5']);
    expect(rids(seen)).toEqual([runIDs[0], runIDs[0]]);
    expect(errors).toEqual([]);
  });

  test('a job may be asynchronous', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    expect(await monitor(pingURL, async () => 7, {}, clock)).toBe(7);
    expect(pings(seen)).toEqual(['start?', 'end?duration=0']);
  });

  test('a job may have its own rid', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    await monitor(pingURL, () => 7, { rid: 'nightly-1' }, clock);
    expect(rids(seen)).toEqual(['nightly-1', 'nightly-1']);
  });
});

describe('a failed job', () => {
  test('is reported with its error, which is thrown again', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    const error = new RangeError('disk full');
    const job = () => {
      clock.advance(250);
      throw error;
    };
    await expect(monitor(pingURL, job, {}, clock)).rejects.toBe(error);
    expect(pings(seen)).toEqual(['start?', 'fail?duration=0.25']);
    expect(seen[1]).toMatchObject({ method: 'POST', body: error.stack });
    expect(seen[1]?.body).toMatch(/^RangeError: disk full\n +at .*monitor\.test\.ts/);
  });

  test('is reported with the causes of its error, each once', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    const disk = new Error('ENOSPC');
    const many = new AggregateError([new Error('first'), disk], 'two failed', { cause: disk });
    disk.cause = many;
    const error = new Error('dump failed', { cause: many });
    await expect(monitor(pingURL, () => Promise.reject(error), {}, clock)).rejects.toBe(error);
    const lines = (seen[1]?.body ?? '').split('\n').filter((line) => !line.startsWith('    at '));
    expect(lines).toEqual([
      'Error: dump failed',
      'Caused by: AggregateError: two failed',
      'Caused by: Error: ENOSPC',
      'One of: Error: first',
    ]);
  });

  test.each([
    ['undefined', undefined, 'undefined'],
    ['a string', 'no', 'no'],
    ['an object that has no text', Object.create(null), 'The job failed.'],
  ])('a job may reject with %s', async (_name, reason: unknown, body) => {
    const { pingURL, clock, seen } = await open(pingResponse());
    const outcome = await monitor(pingURL, () => Promise.reject(reason), {}, clock).catch((e: unknown) => [
      e,
    ]);
    expect(outcome).toEqual([reason]);
    expect(seen[1]?.body).toBe(body);
  });

  test.each([
    ['ASCII', 'x'.repeat(20_000), 'x'.repeat(10_000)],
    ['characters of three bytes', '日'.repeat(20_000), '日'.repeat(3333)],
    ['a character across the limit', `${'x'.repeat(9999)}😀`, 'x'.repeat(9999)],
  ])('sends at most 10 kB of whole characters: %s', async (_name, thrown, body) => {
    const { pingURL, clock, seen } = await open(pingResponse());
    await expect(monitor(pingURL, () => Promise.reject(thrown), {}, clock)).rejects.toBe(thrown);
    expect(seen[1]?.body).toBe(body);
  });
});

describe('failures of monitoring', () => {
  const responses: readonly (readonly [string, Respond])[] = [
    ['breaks connections', hangUp],
    ['does not know the ping URL', failure(404, 'not_found')],
    ['is not available', failure(503, 'unavailable', { 'Retry-After': '3600' })],
    ['is another one', (response) => response.end('<html></html>')],
  ];
  test.each(responses)('a job is unaffected when the service %s', async (_name, response) => {
    const { pingURL, clock, errors, onError } = await open(response);
    expect(await monitor(pingURL, () => 7, { onError }, clock)).toBe(7);
    expect(errors.map((text) => text.split(':')[0])).toEqual(['start', 'end']);
    const error = new Error('of the job');
    const failing = monitor(pingURL, () => Promise.reject(error), { onError }, clock);
    await expect(failing).rejects.toBe(error);
  });

  test('a job is unaffected when the ping URL is missing', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const pingURL: string = JSON.parse('null');
    expect(await monitor(pingURL, () => 7, { onError })).toBe(7);
    expect(errors).toMatchObject([{ code: 'invalid_argument' }, { code: 'invalid_argument' }]);
    expect(errors.every((error) => error instanceof OverdueError)).toBe(true);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('of the handler');
      },
    ],
    ['rejects', () => Promise.reject(new Error('of the handler'))],
    ['never ends', () => new Promise(() => {})],
  ])('the handler of errors %s', async (_name, onError) => {
    const { pingURL, clock } = await open(failure(404, 'not_found'));
    expect(await monitor(pingURL, () => 7, { onError }, clock)).toBe(7);
  });

  test('no error is reported without a handler', async () => {
    const { pingURL, clock } = await open(failure(404, 'not_found'));
    expect(await monitor(pingURL, () => 7, {}, clock)).toBe(7);
  });

  test('ignored fields of a ping are reported', async () => {
    const { pingURL, clock, errors, onError } = await open(pingResponse({ warnings: ['rid was ignored.'] }));
    await monitor(pingURL, () => 7, { onError, rid: 'ž' }, clock);
    expect(errors).toEqual(['start: OverdueError: rid was ignored.', 'end: OverdueError: rid was ignored.']);
  });
});

describe('delays by monitoring', () => {
  test('the job begins after its start was recorded', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    const before = await monitor(pingURL, () => seen.length, {}, clock);
    expect(before).toBe(1);
  });

  test('a silent service delays the job by at most a second', async () => {
    const { pingURL, clock } = await open((response) => {
      clock.advance(START_MS);
      void begun.then(() => pingResponse()(response, seenNothing));
    }, pingResponse());
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    expect(await monitor(pingURL, () => begin(), {}, clock)).toBeUndefined();
    expect(clock.monotonic()).toBe(START_MS);
  });

  test('a silent service does not delay the job if startTimeoutMs is 0', async () => {
    const { pingURL, clock, seen } = await open(pingResponse());
    const timer = clock.timerOf(0);
    const running = monitor(pingURL, () => seen.length, { startTimeoutMs: 0 }, clock);
    await timer;
    clock.advance(0);
    expect(await running).toBe(0);
    expect(pings(seen)).toEqual(['start?', 'end?duration=0']);
  });

  test('the end is sent only after the start was answered', async () => {
    let respondStart = () => {};
    const { pingURL, clock, seen } = await open((response) => {
      respondStart = () => pingResponse()(response, seenNothing);
      clock.advance(START_MS);
    }, pingResponse());
    const ended = clock.timerOf(HALF_END_MS);
    const running = monitor(pingURL, () => 7, {}, clock);
    await ended;
    expect(pings(seen)).toEqual(['start?']);
    respondStart();
    expect(await running).toBe(7);
    expect(pings(seen)).toEqual(['start?', 'end?duration=0']);
  });

  test('an unanswered start is abandoned, and the end is still sent', async () => {
    const { pingURL, clock, seen, errors, onError } = await open(
      () => clock.advance(START_MS),
      pingResponse(),
    );
    const ended = clock.timerOf(HALF_END_MS);
    const running = monitor(pingURL, () => 7, { onError }, clock);
    await ended;
    clock.advance(HALF_END_MS);
    expect(await running).toBe(7);
    expect(pings(seen)).toEqual(['start?', 'end?duration=0']);
    expect(errors).toEqual(['start: OverdueError: The job ended before its start was reported.']);
  });

  test('a silent service holds the result back by at most ten seconds', async () => {
    const { pingURL, clock, errors, onError } = await open(pingResponse(), () => clock.advanceToNext());
    expect(await monitor(pingURL, () => 7, { onError }, clock)).toBe(7);
    expect(clock.monotonic()).toBeLessThanOrEqual(10_000);
    expect(errors).toEqual([expect.stringContaining('end: OverdueError: There was no response within')]);
  });

  test('endTimeoutMs changes how long the result is held back', async () => {
    const { pingURL, clock } = await open(pingResponse(), () => clock.advanceToNext());
    expect(await monitor(pingURL, () => 7, { endTimeoutMs: 100 }, clock)).toBe(7);
    expect(clock.monotonic()).toBeLessThanOrEqual(100);
  });
});

const seenNothing: Seen = { method: '', url: '', headers: {}, body: '' };

import { expect, onTestFinished, test } from 'vitest';
import { createClient as createTimedClient } from '../../../sdk/src/client.ts';
import type { LiveEvent } from '../../../sdk/src/index.ts';
import { createFakeClock } from './fake-clock.ts';
import { failure, hangUp, openLoopback, type Respond } from './loopback.ts';

const HELLO = 'event: hello\ndata: {"at":"2026-11-21T08:15:30.123Z"}\n\n';

/** Responds with a stream of `pieces`. Leaves the stream open if `ends` is false. */
function stream(pieces: readonly string[], ends = true): Respond {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    const write = (rest: readonly string[]): void => {
      const [piece, ...more] = rest;
      if (piece !== undefined) response.write(piece, () => setImmediate(write, more));
      else if (ends) response.end();
    };
    write(pieces);
  };
}

async function follow(...responses: readonly Respond[]) {
  const { url, seen } = await openLoopback(...responses);
  const clock = createFakeClock();
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const client = createTimedClient({ baseURL: url, token: 'ovd_x' }, clock);
  return { clock, seen, controller, events: client.live.follow({ signal: controller.signal }) };
}

/** Reads a stream until it throws. */
async function toTheEnd(events: AsyncIterable<LiveEvent>) {
  const heard: LiveEvent[] = [];
  try {
    for await (const event of events) heard.push(event);
    return { heard, error: null };
  } catch (error) {
    return { heard, error };
  }
}

test('events arrive complete for any division into chunks, and unknown events are omitted', async () => {
  const text =
    `retry: 2000\n${HELLO}: a comment\n\nevent: monitors\r\ndata: {"monitors":[{"shortID":"žā"}],"deleted":["b"]}\r\n\r\n` +
    'event: of-a-later-version\ndata: {}\n\nevent: changed\ndata:{"kinds":\ndata: ["incidents"]}\n\n';
  const { events, seen } = await follow(stream([...text]), failure(401, 'unauthorized'));
  const { heard, error } = await toTheEnd(events);
  expect(heard).toEqual([
    { type: 'hello', at: '2026-11-21T08:15:30.123Z' },
    { type: 'monitors', monitors: [{ shortID: 'žā' }], deleted: ['b'] },
    { type: 'changed', kinds: ['incidents'] },
    { type: 'lost', error: expect.objectContaining({ code: 'network' }), retryInMs: expect.any(Number) },
  ]);
  expect(error).toMatchObject({ code: 'unauthorized' });
  expect(seen[0]).toMatchObject({
    method: 'GET',
    url: '/v1/live/',
    headers: { authorization: 'Bearer ovd_x' },
  });
});

test('a stream reconnects with growing delays, which start over after a hello', async () => {
  const { events, clock } = await follow(
    hangUp,
    failure(503, 'unavailable', { 'Retry-After': '7' }),
    hangUp,
    stream([HELLO]),
    hangUp,
    failure(403, 'forbidden'),
  );
  const { heard, error } = await toTheEnd(events);
  expect(heard.map(({ type }) => type)).toEqual(['lost', 'lost', 'lost', 'hello', 'lost', 'lost']);
  expect(clock.sleeps).toEqual([375, 7250, 1500, 375, 375]);
  expect(error).toMatchObject({ code: 'forbidden' });
});

test('a silent stream is lost', async () => {
  const { events, clock } = await follow(stream([HELLO], false), failure(404, 'not_found'));
  const iterator = events[Symbol.asyncIterator]();
  expect((await iterator.next()).value).toMatchObject({ type: 'hello' });
  const silence = clock.timerOf(40_000);
  const next = iterator.next();
  await silence;
  clock.advance(40_000);
  expect((await next).value).toMatchObject({ type: 'lost', error: { code: 'timed_out' } });
  await expect(iterator.next()).rejects.toMatchObject({ code: 'not_found' });
});

test('a stream ends when it is aborted, and closes its connection when the caller stops reading', async () => {
  const { events, controller } = await follow(stream([HELLO], false));
  const iterator = events[Symbol.asyncIterator]();
  await iterator.next();
  const next = iterator.next();
  controller.abort(new Error('enough'));
  await expect(next).rejects.toMatchObject({
    name: 'OverdueError',
    code: 'aborted',
    cause: { message: 'enough' },
  });

  const closed = Promise.withResolvers<void>();
  const { events: others } = await follow((response, seen) => {
    response.once('close', () => closed.resolve());
    stream([HELLO], false)(response, seen);
  });
  for await (const event of others) if (event.type === 'hello') break;
  await closed.promise;
});

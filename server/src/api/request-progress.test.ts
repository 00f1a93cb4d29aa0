import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import { type RequestProgress, respondWithProgress } from './request-progress.ts';

/** Sends a request that works until `finish` is called. */
async function openRequest() {
  const clock = createFakeClock(0);
  const started = Promise.withResolvers<RequestProgress>();
  const finished = Promise.withResolvers<Response>();
  const respond = (progress: RequestProgress) => {
    started.resolve(progress);
    progress.report({ step: 'read', done: 0, total: 9 });
    return finished.promise;
  };
  const app = new Hono().get('/', (context) =>
    respondWithProgress(context, respond, {
      clock,
      onError: (error) => {
        throw error;
      },
    }),
  );
  const response = await app.request('/');
  const { report } = await started.promise;
  return {
    clock,
    report: (done: number) => report({ step: 'read', done, total: 9 }),
    /** Ends the request. Returns how much work each line reported. */
    async finish(): Promise<readonly (number | undefined)[]> {
      finished.resolve(Response.json({}));
      const lines = (await response.text()).trimEnd().split('\n');
      return lines.slice(0, -1).map((line) => JSON.parse(line).progress.done);
    },
  };
}

test('reports that follow quickly share a line, which comes even if no report follows', async () => {
  const { clock, report, finish } = await openRequest();
  for (const done of [1, 2, 3]) report(done);
  await clock.advance(249);
  report(4);
  await clock.advance(1);
  expect(clock.pending()).toBe(1);
  report(5);
  await clock.advance(100);
  expect(await finish()).toEqual([0, 4]);
  expect(clock.pending()).toBe(0);
});

test('the last line is repeated in a long silence', async () => {
  const { clock, report, finish } = await openRequest();
  report(1);
  await clock.advance(20_250);
  expect(await finish()).toEqual([0, 1, 1, 1]);
});

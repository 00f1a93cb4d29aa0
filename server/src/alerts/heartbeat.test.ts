import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../test/fake-clock.ts';
import type { OutboundRequest } from '../platform/outbound/request.ts';
import { createHeartbeat } from './heartbeat.ts';

const EVERY_MS = 60_000;
const URL = 'https://monitor.example.com/ping/1';

function start({ answer = () => 200, probe = () => Promise.resolve() }: Wish = {}) {
  const clock = createFakeClock(Date.UTC(2026, 10, 21));
  const requests: OutboundRequest[] = [];
  const warnings: string[] = [];
  const silent = () => {};
  const heartbeat = createHeartbeat({
    url: URL,
    everyMs: EVERY_MS,
    clock,
    log: { debug: silent, info: silent, error: silent, warn: (_fields, text) => void warnings.push(text) },
    async request(request) {
      requests.push(request);
      return { status: answer(), headers: {}, body: '' };
    },
    probe,
  });
  heartbeat.start();
  return { clock, heartbeat, requests, warnings };
}

interface Wish {
  readonly answer?: () => number;
  readonly probe?: () => Promise<void>;
}

describe('the heartbeat', () => {
  test('pings at the start and then at its interval', async () => {
    const { clock, requests, warnings } = start();
    await clock.settle();
    expect(requests).toEqual([{ method: 'GET', url: URL }]);
    await clock.advance(EVERY_MS - 1);
    expect(requests).toHaveLength(1);
    await clock.advance(1);
    expect(requests).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  test("is silent while the service can't store a ping, and continues afterwards", async () => {
    let isHealthy = false;
    const { clock, requests, warnings } = start({
      probe: () => (isHealthy ? Promise.resolve() : Promise.reject(new Error('The disk is full.'))),
    });
    await clock.advance(3 * EVERY_MS);
    expect(requests).toEqual([]);
    expect(warnings).toHaveLength(4);
    isHealthy = true;
    await clock.advance(EVERY_MS);
    expect(requests).toHaveLength(1);
  });

  test('is silent while the database does not respond', async () => {
    const { clock, requests } = start({ probe: () => new Promise(() => {}) });
    await clock.advance(10 * EVERY_MS);
    expect(requests).toEqual([]);
  });

  test('continues without a response, and logs a warning', async () => {
    const { clock, requests, warnings } = start({
      answer: () => {
        throw new Error('There was no response.');
      },
    });
    await clock.advance(EVERY_MS);
    expect(requests).toHaveLength(2);
    expect(warnings).toHaveLength(2);
  });

  test.each([404, 503, 301, 308])('a response with %i means that the ping did not count', async (status) => {
    const { clock, warnings } = start({ answer: () => status });
    await clock.settle();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('HEARTBEAT_URL');
  });

  test('ends when it is stopped, even during a beat', async () => {
    const stopped = start();
    await stopped.clock.settle();
    stopped.heartbeat.stop();
    await stopped.clock.advance(5 * EVERY_MS);
    expect(stopped.requests).toHaveLength(1);
    const beating = start();
    beating.heartbeat.stop();
    await beating.clock.advance(5 * EVERY_MS);
    expect(beating.clock.pending()).toBe(0);
  });
});

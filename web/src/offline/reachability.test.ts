import { expect, test } from 'vitest';
import { createConnection, type LiveConnection } from '../data/live/connection.ts';
import { createReachability } from './reachability.ts';

const LIVE: LiveConnection = { state: 'live' };
const LOST: LiveConnection = { state: 'lost', since: 0 };

/** Simulates a service that can be up or down, and a pause that ends when the test says so. */
function start() {
  const connection = createConnection();
  const service = { isUp: true };
  let resume: (() => void) | null = null;
  const reachability = createReachability({
    connection,
    isReachable: () => Promise.resolve(service.isUp),
    waitToRetry: () =>
      new Promise((resolve) => {
        resume = resolve;
      }),
  });
  return { connection, service, reachability, retry: () => resume?.() };
}

test('a lost stream alone doesn’t make the service unreachable', async () => {
  const { connection, reachability } = start();
  connection.set(LIVE);
  connection.set(LOST);
  await Promise.resolve();
  expect(reachability.isUnreachable()).toBe(false);
});

test('the service is unreachable until an attempt succeeds, or the stream is back', async () => {
  const { connection, service, reachability, retry } = start();
  service.isUp = false;
  connection.set(LOST);
  await expect.poll(reachability.isUnreachable).toBe(true);
  service.isUp = true;
  retry();
  await expect.poll(reachability.isUnreachable).toBe(false);

  service.isUp = false;
  retry();
  await expect.poll(reachability.isUnreachable).toBe(true);
  connection.set(LIVE);
  expect(reachability.isUnreachable()).toBe(false);
});

test('a check finds an unreachable service before the stream is lost', async () => {
  const { service, reachability, retry } = start();
  service.isUp = false;
  const heard: boolean[] = [];
  reachability.subscribe(() => heard.push(reachability.isUnreachable()));
  reachability.check();
  await expect.poll(() => heard).toEqual([true]);
  service.isUp = true;
  retry();
  await expect.poll(() => heard).toEqual([true, false]);
});

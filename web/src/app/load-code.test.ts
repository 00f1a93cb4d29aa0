import { expect, test, vi } from 'vitest';
import { createCodeLoader } from './load-code.ts';

function loader(reachable: readonly boolean[]) {
  const responses = [...reachable];
  const isReachable = vi.fn(async () => responses.shift() ?? true);
  const waitToRetry = vi.fn(async () => undefined);
  return { isReachable, pause: waitToRetry, loader: createCodeLoader({ isReachable, waitToRetry }) };
}

const failing = (times: number) => {
  let failures = 0;
  return vi.fn(async () => {
    failures += 1;
    if (failures <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return 'page';
  });
};

test('code that loads needs no check of the connection', async () => {
  const { loader: code, isReachable } = loader([]);
  expect(await code.load(failing(0))).toBe('page');
  expect(isReachable).not.toHaveBeenCalled();
});

test('a load waits while the service is unreachable, and says so', async () => {
  const { loader: code, pause } = loader([false, false, true]);
  const states: boolean[] = [];
  code.subscribe(() => states.push(code.isWaiting()));
  const importCode = failing(1);
  expect(await code.load(importCode)).toBe('page');
  expect(pause).toHaveBeenCalledTimes(2);
  expect(importCode).toHaveBeenCalledTimes(2);
  expect(states).toEqual([true, false]);
});

test('two loads share the attempts to reach the service', async () => {
  const { loader: code, isReachable } = loader([false, true]);
  await Promise.all([code.load(failing(1)), code.load(failing(1))]);
  expect(isReachable).toHaveBeenCalledTimes(2);
});

test('a file that is missing from a reachable service is an error', async () => {
  const { loader: code } = loader([true]);
  await expect(code.load(failing(2))).rejects.toThrow('Failed to fetch');
  expect(code.isWaiting()).toBe(false);
});

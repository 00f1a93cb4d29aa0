import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

const reason = new Error('enough');

test('a sleep ends', async () => {
  await expect(systemClock.sleep(0, undefined)).resolves.toBeUndefined();
  await expect(systemClock.sleep(0, new AbortController().signal)).resolves.toBeUndefined();
});

test('a sleep ends when its signal is aborted', async () => {
  const controller = new AbortController();
  const sleeping = systemClock.sleep(Number.POSITIVE_INFINITY, controller.signal);
  controller.abort(reason);
  await expect(sleeping).rejects.toMatchObject({ name: 'OverdueError', code: 'aborted', cause: reason });
});

test('a sleep does not begin when its signal has been aborted', async () => {
  await expect(systemClock.sleep(0, AbortSignal.abort(reason))).rejects.toMatchObject({
    name: 'OverdueError',
    code: 'aborted',
    cause: reason,
  });
});

test('a cancelled callback is not called', async () => {
  const called: string[] = [];
  systemClock.after(0, () => called.push('cancelled'))();
  await new Promise<void>((resolve) => systemClock.after(0, resolve));
  expect(called).toEqual([]);
});

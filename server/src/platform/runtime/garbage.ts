import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from './clock.ts';

/** By then, code that loads after a start has loaded, such as the code of sign-ins. */
const COLLECT_AFTER_MS = 15_000;

/** Collects the garbage of a start once. V8 would keep the garbage of a nearly idle service for hours. */
export function collectStartGarbage(clock: Pick<Clock, 'after'>): void {
  clock.after(COLLECT_AFTER_MS, () => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc()');
  });
}

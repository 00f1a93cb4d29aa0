import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS_MAX = 20_000;
const LOOK_EVERY_MS = 20;

/** Waits until something holds that no event tells of: `check` throws until then. For scripts as well as for tests. */
export async function until<T>(check: () => T | Promise<T>, timeoutMs = WAIT_MS_MAX): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() - startedAt > timeoutMs) throw error;
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Lets real time pass: for what real processes are sent at a pace. A test that waits for something waits with {@link until}. */
export async function pass(ms: number): Promise<void> {
  await sleep(ms);
}

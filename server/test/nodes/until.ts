import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS_MAX = 20_000;
const CHECK_EVERY_MS = 20;

/** Waits until `check` no longer throws. Use it for states that no event announces, in scripts and tests. */
export async function until<T>(check: () => T | Promise<T>, timeoutMs = WAIT_MS_MAX): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() - startedAt > timeoutMs) throw error;
    }
    await sleep(CHECK_EVERY_MS);
  }
}

/**
 * Lets real time pass, so that requests to real processes are sent at a steady pace. To wait for a state, use {@link
 * until}.
 */
export async function waitRealTime(ms: number): Promise<void> {
  await sleep(ms);
}

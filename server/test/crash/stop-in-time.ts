import { expect } from 'vitest';
import type { RunningServer } from '../running-server.ts';

/** Maximum duration of a stop. */
const STOP_MS_MAX = 9000;

/** Stops the server with SIGTERM. The process must end by itself, without an error and in time. */
export async function stopInTime(server: RunningServer): Promise<void> {
  const startedAt = performance.now();
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(STOP_MS_MAX);
}

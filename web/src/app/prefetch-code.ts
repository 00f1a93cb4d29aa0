import { whenLive } from '../data/live/live.ts';

/** How long prefetching waits while the open page loads. */
const START_MS = 2000;
const IDLE_MS_MAX = 5000;

/**
 * Loads the code of other pages piece by piece while the browser is idle, so that these pages open even if the service
 * is unreachable. Does nothing if the browser is set to save data.
 */
export async function prefetchCode(pieces: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (savesData()) return;
  await whenLive();
  await new Promise((resolve) => setTimeout(resolve, START_MS));
  for (const load of pieces) {
    await idle();
    // A page that needs this code loads it again and reports the error.
    await load().catch(() => undefined);
  }
}

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  );
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Older versions of Safari lack `requestIdleCallback`.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, 100);
    else requestIdleCallback(() => resolve(), { timeout: IDLE_MS_MAX });
  });
}

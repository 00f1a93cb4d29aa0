/** Delay between two attempts to reach the service. */
const RETRY_MS = 3000;

/** Maximum duration of an attempt. Without a limit, an attempt might never end in a network that drops packets. */
const ATTEMPT_MS_MAX = 5000;

/** Requests a small file of the application. Proxies that pass on pages also pass on this file. */
export async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch('/favicon.svg', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ATTEMPT_MS_MAX),
    });
    return ok;
  } catch {
    return false;
  }
}

/** Resolves after the delay, or earlier if the browser is online again. */
export function waitToRetry(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, RETRY_MS);
    window.addEventListener('online', end);
    function end(): void {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    }
  });
}

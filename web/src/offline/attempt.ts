/** Delay between two attempts to reach the service. */
const RETRY_MS = 3000;

/** How long an attempt may take. A network that drops packets would never end one. */
const ATTEMPT_MS_MAX = 5000;

/** Asks for a small file of the application, which proxies pass on if they pass on pages. */
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
export function pause(): Promise<void> {
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

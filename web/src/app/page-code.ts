import { createCodeLoader } from './load-code.ts';

/** Delay between two attempts to reach the service. */
const RETRY_MS = 3000;

/** Loads the code of pages and dialogs. While the service is unreachable, the load waits. */
export const codeLoader = createCodeLoader({ isReachable, pause });

/** Asks for a small file of the application, which proxies pass on if they pass on pages. */
async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
}

/** Resolves after the delay, or earlier if the browser is online again. */
function pause(): Promise<void> {
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

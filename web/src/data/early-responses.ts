declare global {
  interface Window {
    /** Responses requested by `public/ask-early.js`, by path. */
    readonly earlyResponses?: Map<string, Promise<Response>>;
  }
}

/** Whether `public/ask-early.js` requested data early, as on pages that show all monitors. */
export function wasRequestedEarly(): boolean {
  return window.earlyResponses !== undefined;
}

/** Like `fetch`, but uses an early response the first time. */
export async function fetchOrUseEarly(url: string, init: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(url);
  const early = init.method === 'GET' ? takeEarly(pathname + search) : undefined;
  const response = await early?.catch(() => undefined);
  return response ?? fetch(url, init);
}

/** Drops an unused early response, which may be stale. */
export function dropEarly(path: string): void {
  window.earlyResponses?.delete(path);
}

function takeEarly(path: string): Promise<Response> | undefined {
  const answer = window.earlyResponses?.get(path);
  dropEarly(path);
  return answer;
}

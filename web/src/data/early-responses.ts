declare global {
  interface Window {
    /** Responses requested by `public/ask-early.js`, by path. */
    readonly earlyResponses?: Map<string, Promise<Response>>;
  }
}

/** Whether `public/ask-early.js` has requested data, as it does on pages that show all monitors. */
export function wasRequestedEarly(): boolean {
  return window.earlyResponses !== undefined;
}

/** Like `fetch`, but the first call for a path uses its early response. */
export async function fetchOrUseEarly(url: string, init: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(url);
  const early = init.method === 'GET' ? takeEarly(pathname + search) : undefined;
  const response = await early?.catch(() => undefined);
  return response ?? fetch(url, init);
}

/** Drops an unused early response. It may be out of date. */
export function dropEarly(path: string): void {
  window.earlyResponses?.delete(path);
}

function takeEarly(path: string): Promise<Response> | undefined {
  const response = window.earlyResponses?.get(path);
  dropEarly(path);
  return response;
}

declare global {
  interface Window {
    /** By path: what `public/ask-early.js` has asked for. */
    readonly earlyAnswers?: Map<string, Promise<Response>>;
  }
}

/** Whether the page is one that shows all monitors at once: these were asked for. */
export function wasAskedEarly(): boolean {
  return window.earlyAnswers !== undefined;
}

/** As `fetch`, but what was asked for early is taken instead, once. */
export async function fetchUnlessEarly(url: string, init: RequestInit): Promise<Response> {
  const { pathname, search } = new URL(url);
  const early = init.method === 'GET' ? takeEarly(pathname + search) : undefined;
  const response = await early?.catch(() => undefined);
  return response ?? fetch(url, init);
}

/** To be called when an answer that nobody has taken yet may no longer be true. */
export function forgetEarly(path: string): void {
  window.earlyAnswers?.delete(path);
}

function takeEarly(path: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.get(path);
  forgetEarly(path);
  return answer;
}

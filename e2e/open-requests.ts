import type { BrowserContext, Request } from 'playwright-core';

/** Returns a list of the context's requests without a complete response, each with its age in seconds. */
export function recordOpenRequests(context: BrowserContext): () => readonly string[] {
  const started = new Map<Request, number>();
  const end = (request: Request): void => void started.delete(request);
  context.on('request', (request) => started.set(request, performance.now()));
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  return () =>
    [...started].map(
      ([request, at]) =>
        `${request.method()} ${request.url()} for ${((performance.now() - at) / 1000).toFixed(1)} s`,
    );
}

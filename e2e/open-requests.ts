import type { BrowserContext, Request } from 'playwright-core';

/**
 * Records requests of the context. Returns a list of those without a complete response, each with its age in seconds. Leaves out the
 * live stream, whose response is complete only when the page is left.
 */
export function recordOpenRequests(context: BrowserContext): () => readonly string[] {
  const started = new Map<Request, number>();
  const end = (request: Request): void => void started.delete(request);
  context.on('request', (request) => {
    if (!request.url().includes('/v1/live/')) started.set(request, performance.now());
  });
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  return () =>
    [...started].map(
      ([request, at]) =>
        `${request.method()} ${request.url()} for ${((performance.now() - at) / 1000).toFixed(1)} s`,
    );
}

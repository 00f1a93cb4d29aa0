import type { HttpBindings } from '@hono/node-server';
import { networkOf } from '@overdue/domain/network.ts';
import { type Context, Hono } from 'hono';
import { requireRate } from '../api/authentication.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { encodeDocument, type PublicDocument, respondDocument } from '../platform/http/public-document.ts';
import { createRateLimit } from '../platform/http/rate-limit.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { ShareStore } from '../projects/contract.ts';
import { FORMATS, type FormatName } from './formats.ts';
import type { QuietDays } from './quiet-days.ts';
import { type RenderDependencies, renderShare } from './render-share.ts';
import { unavailableHTML } from './status-html.ts';
import { createTimedCache } from './timed-cache.ts';

export interface PublicDependencies extends Omit<RenderDependencies, 'quietDays'> {
  readonly store: RenderDependencies['store'] & Pick<ShareStore, 'shares'>;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly rate: { readonly perSecond: number; readonly burst: number };
  readonly remoteAddress: (context: Context<{ Bindings: HttpBindings }>) => string;
}

/** How long the server and HTTP caches reuse a result. */
const CACHE_MS = 10_000;
const CACHING = `public, max-age=${CACHE_MS / 1000}`;
const CACHED_MAX = 200;
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
const ADDRESSES_MAX = 100_000;
/** How long the days without runs are reused. */
const QUIET_DAYS_MS = 60_000;
/** Maximum days without runs that are cached, over all pages. */
const QUIET_DAYS_MAX = 2_000_000;
const RETRY_AFTER_SECONDS = 5;

const KEY = /^[0-9A-Za-z-]{3,64}$/;

/** Serves badges, status pages and calendars. Each request reads the share, so that revoking takes effect immediately. */
export function createPublic(dependencies: PublicDependencies): Hono<{ Bindings: HttpBindings }> {
  const { store, clock, baseURL, rate, remoteAddress } = dependencies;
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  const documents = createTimedCache<PublicDocument>({
    keepMs: CACHE_MS,
    entriesMax: CACHED_MAX,
    sizeMax: KEPT_BYTES_MAX,
    sizeOf: ({ plain, gzip }) => plain.byteLength + (gzip?.byteLength ?? 0),
  });
  const quietDays = createTimedCache<ReadonlyMap<number, QuietDays>>({
    keepMs: QUIET_DAYS_MS,
    entriesMax: CACHED_MAX,
    sizeMax: QUIET_DAYS_MAX,
    sizeOf: (days) => days.values().reduce((sum, { size }) => sum + size + 1, 0),
  });
  const limit = createRateLimit<string>({ ...rate, keysMax: ADDRESSES_MAX });
  const common = securityHeaders(baseURL);

  async function respond(context: Context<{ Bindings: HttpBindings }>, key: string, format: FormatName) {
    const network = networkOf(remoteAddress(context));
    requireRate(limit.take(network, clock.now()), 'Too many requests from this address.');
    const { kind, headers, missing } = FORMATS[format];
    const anyShare = KEY.test(key) ? await store.shares.findInAnyTeam(key) : null;
    // Ignores a share of another kind: the key of a badge must not open a status page.
    const share = anyShare?.kind === kind ? anyShare : null;
    const robots = share?.options.indexed === true ? {} : { 'X-Robots-Tag': 'noindex' };
    const responseHeaders = { ...common, ...headers, ...robots };
    if (share === null)
      return new Response(missing, {
        status: 404,
        headers: { ...responseHeaders, 'Cache-Control': 'no-store' },
      });
    // The cache key includes the share, so that an edit shows immediately.
    const document = await documents.take(`${format} ${JSON.stringify(share)}`, clock.monotonic(), async () =>
      encodeDocument(
        await renderShare(format, { share, now: clock.now(), dependencies: { ...dependencies, quietDays } }),
      ),
    );
    return respondDocument(context, document, { ...responseHeaders, 'Cache-Control': CACHING });
  }

  app.get('/badge/:name', (context) => {
    const [key, format] = withEnding(context.req.param('name'), {
      '.svg': 'badge_svg',
      '.json': 'badge_json',
    });
    return respond(context, format === null ? '' : key, format ?? 'badge_svg');
  });
  app.get('/calendar/:name', (context) => {
    const [key, format] = withEnding(context.req.param('name'), { '.ics': 'calendar' });
    return respond(context, format === null ? '' : key, 'calendar');
  });
  app.get('/status/:name', async (context) => {
    const [key, format] = withEnding(context.req.param('name'), { '.json': 'status_json' });
    try {
      return await respond(context, key, format ?? 'status_html');
    } catch (error) {
      if (format !== null || !(error instanceof DatabaseUnavailable)) throw error;
      return new Response(unavailableHTML(), {
        status: 503,
        headers: {
          ...common,
          ...FORMATS.status_html.headers,
          'Cache-Control': 'no-store',
          'Retry-After': String(RETRY_AFTER_SECONDS),
        },
      });
    }
  });
  return app;
}

/** Splits `name.svg` into key and format; the format is null for an unknown ending. */
function withEnding(
  name: string,
  formats: Readonly<Record<string, FormatName>>,
): [key: string, format: FormatName | null] {
  for (const [ending, format] of Object.entries(formats))
    if (name.endsWith(ending)) return [name.slice(0, -ending.length), format];
  return [name, null];
}

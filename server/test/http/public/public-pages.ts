import { SHARE_OPTIONS_DEFAULT, type Share } from '@overdue/domain/access/share.ts';
import { respondThrown } from '../../../src/api/respond.ts';
import { systemRandom } from '../../../src/platform/runtime/random.ts';
import { createPublic, type PublicDependencies } from '../../../src/public-pages/public.ts';
import { type API, BASE_URL, NOW, openAPI } from '../api.ts';

/** The public pages and the API over one database, with the team Acme. */
export interface PublicPages {
  readonly api: API;
  /** Creates a share of the team Acme. */
  share(more: Partial<Share>): Promise<Share>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<PublicResponse>;
  readonly reads: () => number;
  readonly clock: API['clock'];
}

export interface PublicResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function openPublicPages(settings: Partial<PublicDependencies> = {}): Promise<PublicPages> {
  const api = await openAPI();
  const { store, clock } = api;
  let reads = 0;
  let shares = 0;
  const app = createPublic({
    store: {
      ...store,
      listMonitors: (...asked) => {
        reads += 1;
        return store.listMonitors(...asked);
      },
    },
    clock: { now: () => clock.time, monotonic: () => clock.time },
    baseURL: BASE_URL,
    retentionDays: 90,
    rate: { perSecond: 0, burst: 0 },
    remoteAddress: (context) => context.req.header('X-Test-Address') ?? '192.0.2.1',
    ...settings,
  });
  app.onError((error) => respondThrown(error, { error() {} }, systemRandom.uuid()));
  app.notFound(() => new Response('passed on', { status: 404 }));
  return {
    api,
    clock,
    reads: () => reads,
    async share(more) {
      shares += 1;
      const made: Share = {
        shareID: systemRandom.uuid(),
        teamID: api.owner.teamID,
        kind: 'badge',
        key: `Key${String(shares).padStart(19, '0')}`,
        title: 'Nightly jobs',
        scope: { kind: 'team' },
        options: SHARE_OPTIONS_DEFAULT,
        createdAt: NOW,
        createdBy: 'Ann',
        ...more,
      };
      await store.shares.create(made, { max: 100 });
      return made;
    },
    async get(path, headers = {}) {
      const response = await app.request(path, { headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}

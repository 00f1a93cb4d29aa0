import { expect } from 'vitest';
import { z } from 'zod';
import { createChosenPingIDs } from '../src/platform/http/chosen-ping-ids.ts';
import { systemRandom } from '../src/platform/runtime/random.ts';
import { createV1 } from '../src/serve/api.ts';
import { ENDPOINTS } from '../src/serve/endpoints.ts';
import type { Store } from '../src/store/store.ts';
import { type Caller, makeTeam } from './callers.ts';
import { createTestAccounts } from './http/test-accounts.ts';
import { createTestCatalog, TEST_SEALED_CHECKS } from './http/test-catalog.ts';
import { createTestLive } from './http/test-live.ts';
import { createTestPush } from './http/test-push.ts';
import { isLongestRun, isLongRun } from './length.ts';
import { NOON } from './store/suite/fixtures.ts';

/** Number of pairs of simultaneous edits for each resource. */
export const PAIRS = isLongestRun ? 1000 : isLongRun ? 25 : 8;

type JSONObject = Readonly<Record<string, unknown>>;
type Request = readonly [method: 'DELETE' | 'GET' | 'PATCH' | 'POST', path: string, json?: JSONObject];

/** The APIs of two nodes on one database, and a user of both. */
export interface TwoAPIs {
  send(node: 0 | 1, request: Request, ifMatch?: string): Promise<Response>;
  readonly caller: Caller;
}

export async function openTwoAPIs(a: Store, b: Store): Promise<TwoAPIs> {
  const baseURL = 'https://overdue.example.com';
  const { catalog } = createTestCatalog(baseURL);
  const caller = await makeTeam(a, 'Acme', NOON);
  const apps = [a, b].map((store) =>
    createV1(ENDPOINTS, {
      store,
      clock: { now: () => NOON, monotonic: () => NOON, after: () => () => {} },
      random: systemRandom,
      sealedChecks: TEST_SEALED_CHECKS,
      log: { warn: () => {}, error: ({ err }) => console.error(err) },
      baseURL,
      isBaseURLSet: true,
      allowance: 1000,
      teamCreation: 'anyone',
      mailPingHost: '',
      allowsPrivateAddresses: false,
      apiRate: { perSecond: 0, burst: 0 },
      wakeWatchdog: () => {},
      catalog,
      push: createTestPush(store),
      wakeNotifier: () => {},
      live: createTestLive(store),
      mailInvitation: null,
      importRequest: () => Promise.reject(new Error('No request is expected.')),
      accounts: createTestAccounts(store),
      version: '1.2.3',
      remoteAddress: () => '192.0.2.1',
      chosenPingIDs: createChosenPingIDs({ monotonic: () => NOON }),
    }),
  );
  return {
    caller,
    async send(node, [method, path, json], ifMatch) {
      const app = apps[node];
      if (app === undefined) throw new Error('There are two nodes.');
      return app.request(path, {
        method,
        headers: {
          Authorization: `Bearer ${caller.token}`,
          'Content-Type': 'application/json',
          ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
    },
  };
}

const envelope = z.object({ data: z.record(z.string(), z.unknown()) });
const thing = z.looseObject({ revision: z.int() });

async function thingIn(response: Response): Promise<z.output<typeof thing>> {
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return thing.parse(Object.values(envelope.parse(JSON.parse(text)).data)[0]);
}

interface EditedResource {
  readonly name: string;
  /** Creates a resource and returns its path. */
  make(apis: TwoAPIs): Promise<string>;
  /** Returns two edits of different fields, and their combined result. */
  pair(
    path: string,
    round: number,
  ): { readonly edits: readonly [Request, Request]; readonly leaves: JSONObject };
}

function madeBy(path: string, json: JSONObject, id = 'shortID'): EditedResource['make'] {
  return async ({ send }) => `${path}${String((await thingIn(await send(0, ['POST', path, json])))[id])}/`;
}

function patches(
  first: (round: number) => JSONObject,
  second: (round: number) => JSONObject,
): EditedResource['pair'] {
  return (path, round) => ({
    edits: [
      ['PATCH', path, first(round)],
      ['PATCH', path, second(round)],
    ],
    leaves: { ...first(round), ...second(round) },
  });
}

const makeMonitor = madeBy('/v1/monitors/', { name: 'job', schedule: { interval: 3600 } });
const shortIDOf = (path: string) => path.split('/').at(-2) ?? '';

/** Channel of each escalation policy, by path of the policy. */
const CHANNELS = new Map<string, string>();

/** All editable resources with at least two fields. */
export const EDITED: readonly EditedResource[] = [
  {
    name: "a monitor's name and description",
    make: makeMonitor,
    pair: patches(
      (round) => ({ name: `job ${round}` }),
      (round) => ({ description: `Round ${round}.` }),
    ),
  },
  {
    name: "a monitor's schedule and limits",
    make: makeMonitor,
    pair: (path, round) => ({
      edits: [
        ['PATCH', path, { schedule: { graceDuration: 60 + round } }],
        ['PATCH', path, { schedule: { interval: 600 + round }, alertAfterFailures: 1 + (round % 9) }],
      ],
      leaves: {
        schedule: expect.objectContaining({ graceDuration: 60 + round, interval: 600 + round }),
        alertAfterFailures: 1 + (round % 9),
      },
    }),
  },
  {
    name: "a monitor's tags, by a change of many, and its name",
    make: makeMonitor,
    pair: (path, round) => ({
      edits: [
        [
          'POST',
          '/v1/monitors/bulk/',
          {
            monitors: [shortIDOf(path)],
            action: { type: 'tag', add: [`t${round}`], remove: [`t${round - 1}`] },
          },
        ],
        ['PATCH', path, { name: `job ${round}` }],
      ],
      leaves: { name: `job ${round}`, tags: [`t${round}`] },
    }),
  },
  {
    name: "a monitor's pause and its mute",
    make: makeMonitor,
    pair: (path, round) => {
      const paused = round % 2 === 0;
      const mutedUntil = new Date(NOON + (round + 1) * 1000).toISOString();
      return {
        edits: [
          ['POST', `${path}${paused ? 'pause' : 'resume'}/`],
          ['PATCH', path, { mutedUntil }],
        ],
        leaves: { paused, mutedUntil },
      };
    },
  },
  {
    name: 'a project',
    make: madeBy('/v1/projects/', { name: 'db' }),
    pair: patches(
      (round) => ({ name: `db ${round}` }),
      (round) => ({ remindEvery: 300 + round }),
    ),
  },
  {
    name: "a channel's sealed settings",
    make: madeBy('/v1/channels/', {
      type: 'webhook',
      name: 'hook',
      settings: { url: 'https://example.com/', secret: 'abcdefgh' },
    }),
    pair: (path, round) => {
      const digits = String(1000 + round);
      return {
        edits: [
          ['PATCH', path, { settings: { url: `https://example.com/${round}` } }],
          ['PATCH', path, { settings: { secret: `a new secret ${digits}` } }],
        ],
        leaves: { settings: { url: `https://example.com/${round}`, secret: `••••${digits}` } },
      };
    },
  },
  {
    name: 'an escalation policy',
    async make(apis) {
      const hook = { type: 'webhook', name: 'hook', settings: { url: 'https://example.com/' } };
      const channel = shortIDOf(await madeBy('/v1/channels/', hook)(apis));
      const steps = [{ after: 60, channels: [channel] }];
      const path = await madeBy('/v1/escalations/', { name: 'On call', steps })(apis);
      CHANNELS.set(path, channel);
      return path;
    },
    pair: (path, round) => {
      const steps = [{ after: 60 + round, channels: [CHANNELS.get(path)] }];
      return {
        edits: [
          ['PATCH', path, { steps }],
          ['PATCH', path, { name: `On call ${round}` }],
        ],
        leaves: { name: `On call ${round}`, steps },
      };
    },
  },
  {
    name: "a maintenance window's beginning and end",
    make: madeBy('/v1/maintenance/', {
      name: 'upgrade',
      startsAt: new Date(NOON).toISOString(),
      endsAt: new Date(NOON + 1).toISOString(),
    }),
    pair: patches(
      (round) => ({ startsAt: new Date(NOON - round * 1000).toISOString() }),
      (round) => ({ endsAt: new Date(NOON + (round + 1) * 1000).toISOString() }),
    ),
  },
  {
    name: "a view's filters and order",
    make: madeBy('/v1/views/', { name: 'Databases', shared: true }),
    pair: patches(
      (round) => ({ q: `round ${round}` }),
      (round) => ({ sort: round % 2 === 0 ? 'name' : 'next', name: `Databases ${round}` }),
    ),
  },
  {
    name: "a share's options",
    make: madeBy('/v1/shares/', { kind: 'status_page', title: 'Jobs', scope: { kind: 'team' } }, 'shareID'),
    pair: (path, round) => ({
      edits: [
        ['PATCH', path, { options: { description: `Round ${round}.` } }],
        ['PATCH', path, { options: { indexed: round % 2 === 0 }, title: `Jobs ${round}` }],
      ],
      leaves: {
        title: `Jobs ${round}`,
        options: expect.objectContaining({ description: `Round ${round}.`, indexed: round % 2 === 0 }),
      },
    }),
  },
  {
    name: "a team's alerting",
    make: () => Promise.resolve('/v1/team/'),
    pair: (path, round) => ({
      edits: [
        ['PATCH', path, { alerting: { gatherAbove: round } }],
        ['PATCH', path, { name: `Acme ${round}`, alerting: { flapAbove: round } }],
      ],
      leaves: {
        name: `Acme ${round}`,
        alerting: expect.objectContaining({ gatherAbove: round, flapAbove: round }),
      },
    }),
  },
];

/** Makes pairs of edits. Returns the number of pairs in which one edit was lost. */
export async function countLost(apis: TwoAPIs, resource: EditedResource, pairs: number): Promise<number> {
  const path = await resource.make(apis);
  let lost = 0;
  for (let round = 0; round < pairs; round += 1) {
    const { edits, leaves } = resource.pair(path, round);
    const responses = await Promise.all(
      edits.map((request, index) => apis.send(round % 2 === index ? 0 : 1, request)),
    );
    for (const response of responses) expect(response.status, await response.text()).toBe(200);
    const now = await thingIn(await apis.send(0, ['PATCH', path, {}]));
    if (!expectMatches(now, leaves)) lost += 1;
  }
  return lost;
}

function expectMatches(now: JSONObject, leaves: JSONObject): boolean {
  try {
    expect(now).toMatchObject(leaves);
    return true;
  } catch {
    return false;
  }
}

/** Sends pairs of edits that expect the same revision. Returns the number of accepted edits in each pair. */
export async function countDone(
  apis: TwoAPIs,
  resource: EditedResource,
  pairs: number,
): Promise<readonly number[]> {
  const path = await resource.make(apis);
  const done: number[] = [];
  for (let round = 1; round <= pairs; round += 1) {
    const { revision } = await thingIn(await apis.send(0, ['PATCH', path, {}]));
    const [, edit] = resource.pair(path, round).edits;
    const responses = await Promise.all(
      ([0, 1] as const).map((node) => apis.send(node, edit, `"${revision}"`)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    done.push(statuses.filter((status) => status === 200).length);
    expect(statuses.every((status) => status === 200 || status === 412)).toBe(true);
  }
  return done;
}

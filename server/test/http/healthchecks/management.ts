import { createHmac } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { BASE62 } from '@overdue/domain/access/base62.ts';
import type { ProjectKeyKind } from '@overdue/domain/access/project-key.ts';
import type { Hono } from 'hono';
import { expect } from 'vitest';
import { z } from 'zod';
import { createManagement } from '../../../src/compat/healthchecks/management.ts';
import { createChosenPingIDs } from '../../../src/platform/http/chosen-ping-ids.ts';
import { newShortID, systemRandom } from '../../../src/platform/runtime/random.ts';
import { hashToken } from '../../../src/platform/security/token.ts';
import { findDefaultProject } from '../../../src/projects/contract.ts';
import { type API, BASE_URL, openAPI } from '../api.ts';
import { TEST_SEALED_CHECKS } from '../test-catalog.ts';

export interface ManagementResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; undefined if the body isn't JSON. */
  readonly json: unknown;
}

interface Sending {
  /** Secret of a key. Default: a key of the kind `read_write`; null for none. */
  readonly key?: string | null;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Management {
  readonly api: API;
  /** Secrets of keys for the default project of the team Acme. */
  readonly secrets: Readonly<Record<'read_write' | 'read', string>>;
  /** Adds a key. Tests with a second team use this function too. */
  addKey(
    kind: ProjectKeyKind,
    of?: { readonly teamID: string; readonly projectShortID?: string },
  ): Promise<string>;
  send(method: string, path: string, sending?: Sending): Promise<ManagementResponse>;
  /** Creates a check. The request must succeed. */
  create(json?: object, version?: number): Promise<Check>;
}

export const check = z.looseObject({
  name: z.string(),
  slug: z.string(),
  status: z.string(),
  uuid: z.string(),
  ping_url: z.string(),
  update_url: z.string(),
  badge_url: z.string(),
  channels: z.string(),
});
export type Check = z.output<typeof check>;

const list = z.object({ checks: z.array(z.looseObject({ name: z.string() })) });

export function namesIn({ json }: ManagementResponse): readonly string[] {
  return list.parse(json).checks.map(({ name }) => name);
}

export function errorIn({ json }: ManagementResponse): string {
  return z.object({ error: z.string() }).parse(json).error;
}

/** The Management API over the database of another API. */
export function managementOf(
  { store, clock }: Pick<API, 'store' | 'clock'>,
  {
    allowance = 1000,
    apiRate = { perSecond: 0, burst: 0 },
    sign = (text: string) => createHmac('sha256', 'test').update(text).digest('base64url').slice(0, 32),
  } = {},
): Hono<{ Bindings: HttpBindings }> {
  const log = () => {};
  return createManagement(
    {
      store,
      clock: { now: () => clock.time, monotonic: () => clock.time, after: () => () => {} },
      random: systemRandom,
      sealedChecks: TEST_SEALED_CHECKS,
      log: { warn: log, error: log },
      baseURL: BASE_URL,
      allowance,
      apiRate,
      wakeWatchdog() {},
      chosenPingIDs: createChosenPingIDs({ monotonic: () => 0 }),
      remoteAddress: () => '192.0.2.1',
      sign,
    },
    () => {},
  );
}

/** The Management API over a database that contains only the team Acme and keys of its default project. */
export async function openManagement(settings?: Parameters<typeof managementOf>[1]): Promise<Management> {
  const api = await openAPI();
  const { store, clock, owner } = api;
  const app = managementOf(api, settings);

  const addKey: Management['addKey'] = async (kind, { teamID, projectShortID } = owner) => {
    const secret = systemRandom.text(BASE62, kind === 'ping' ? 22 : 32);
    const project =
      projectShortID === undefined
        ? await findDefaultProject(store, teamID)
        : await store.projects.find(teamID, projectShortID);
    const created = await store.projectKeys.create({
      teamID,
      shortID: newShortID(systemRandom),
      projectID: project?.id ?? 0,
      kind,
      name: 'Terraform',
      hash: hashToken(secret),
      prefix: secret.slice(0, 4),
      createdAt: clock.time,
      createdBy: 'owner',
      expiresAt: null,
      endsWithToken: null,
    });
    expect(created).toMatchObject({ outcome: 'created' });
    return secret;
  };
  const secrets = { read_write: await addKey('read_write'), read: await addKey('read') };

  const send: Management['send'] = async (method, path, sending = {}) => {
    const {
      key = secrets.read_write,
      json,
      body = json === undefined ? undefined : JSON.stringify(json),
    } = sending;
    const response = await app.request(path, {
      method,
      headers: { ...(key === null ? {} : { 'X-Api-Key': key }), ...sending.headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const isJSON = response.headers.get('Content-Type') === 'application/json' && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJSON ? JSON.parse(text) : undefined,
    };
  };
  return {
    api,
    secrets,
    addKey,
    send,
    async create(json = {}, version = 3) {
      const response = await send('POST', `/api/v${version}/checks/`, { json });
      expect(response).toMatchObject({ status: 201 });
      return check.parse(response.json);
    },
  };
}

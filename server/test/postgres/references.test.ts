import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openTwoAPIs, type TwoAPIs } from '../edit-pairs.ts';
import { isLongestRun, isLongRun } from '../length.ts';
import { openTwoNodes } from './two-nodes.ts';

const ROUNDS = isLongestRun ? 500 : isLongRun ? 20 : 8;

const made = z.object({ data: z.record(z.string(), z.object({ shortID: z.string() })) });
const listed = z.object({ data: z.record(z.string(), z.unknown()) });

async function make(apis: TwoAPIs, path: string, json: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await apis.send(0, ['POST', path, json]);
  expect(response.status).toBe(201);
  const [thing] = Object.values(made.parse(await response.json()).data);
  return thing?.shortID ?? '';
}

const webhook = { type: 'webhook', name: 'Hook', settings: { url: 'https://example.com/a' } };
const channelOf = (apis: TwoAPIs) => make(apis, '/v1/channels/', webhook);
const policyOf = async (apis: TwoAPIs) =>
  make(apis, '/v1/escalations/', {
    name: 'On call',
    steps: [{ after: 60, channels: [await channelOf(apis)] }],
  });

/** Resources that refer to a channel or a policy, with the fields for creating one. */
const NAMING = [
  ['monitor', '/v1/monitors/', 'channels', (id: string) => ({ name: 'job', channels: [id] })],
  ['project', '/v1/projects/', 'channels', (id: string) => ({ name: 'db', channels: [id] })],
  ['group', '/v1/channels/', 'channels', (id: string) => ({ type: 'group', name: 'All', channels: [id] })],
  [
    'policy',
    '/v1/escalations/',
    'channels',
    (id: string) => ({ name: 'Night', steps: [{ after: 60, channels: [id] }] }),
  ],
  ['monitor', '/v1/monitors/', 'escalations', (id: string) => ({ name: 'job', escalation: id })],
  ['project', '/v1/projects/', 'escalations', (id: string) => ({ name: 'db', escalation: id })],
] as const;

describe('a deletion on one node', () => {
  test.each(NAMING)(
    'no reference to the deleted resource remains in a %s that another node creates at %s from %s',
    { timeout: 300_000 },
    async (_what, path, kind, fields) => {
      const { a, b } = await openTwoNodes('18');
      const apis = await openTwoAPIs(a, b);
      const outcomes = new Set<number>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = kind === 'channels' ? await channelOf(apis) : await policyOf(apis);
        const [created, deleted] = await Promise.all([
          apis.send(0, ['POST', path, fields(id)]),
          apis.send(1, ['DELETE', `/v1/${kind}/${id}/`]),
        ]);
        outcomes.add(created.status);
        expect(deleted.status).toBe(200);
        const { data } = listed.parse(await (await apis.send(0, ['GET', path])).json());
        expect(JSON.stringify(data)).not.toContain(id);
        // New resources are deleted, because the number per team is limited.
        if (created.status !== 201 || path === '/v1/monitors/') continue;
        const [thing] = Object.values(made.parse(await created.json()).data);
        expect((await apis.send(0, ['DELETE', `${path}${thing?.shortID ?? ''}/`])).status).toBe(200);
      }
      for (const status of outcomes) expect([201, 422]).toContain(status);
    },
  );
});

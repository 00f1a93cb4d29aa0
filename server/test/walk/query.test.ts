import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../../src/serve/endpoints.ts';
import { openAPI } from '../http/api.ts';
import { openWorld, type World } from './furnished-team.ts';
import { EXPECTATIONS } from './table.ts';

const OPERATIONS = ENDPOINTS.map(({ method, path, route }) => {
  const query = route.request?.query;
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  return { id: route.operationId ?? '', method: method.toUpperCase(), path, names };
});
type Operation = (typeof OPERATIONS)[number];

/** Sends the request of an operation as in the walk, but with another query. */
async function ask({ api, resourceIDs }: World, { id, method, path }: Operation, query: string) {
  const owner = api.owner;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => resourceIDs[name] ?? '');
  const walked = EXPECTATIONS[id];
  const json = walked?.body?.({ ...resourceIDs, tokenID: owner.tokenID });
  // Endpoints that require a session refuse a token before they read the query.
  return api.send(method, `${address}?${query}`, { as: owner, ...(json === undefined ? {} : { json }) });
}

const BY_TOKEN = OPERATIONS.filter(({ id }) => EXPECTATIONS[id]?.may !== 'session');

test('every operation names an unknown query parameter', async () => {
  const world = await openWorld();
  const before = await world.actions();
  for (const operation of BY_TOKEN) {
    for (const name of ['foo', '__proto__', 'Limit']) {
      const { status, error } = await ask(world, operation, `${name}=1`);
      expect(status, `${operation.id}: ${error?.message}`).toBe(422);
      expect(error?.fields, operation.id).toEqual([
        { path: name, message: expect.stringContaining('no such parameter') },
      ]);
    }
  }
  expect(await world.actions()).toEqual(before);
});

test('every operation names each empty query parameter', async () => {
  const world = await openWorld();
  for (const { operation, name } of BY_TOKEN.flatMap((operation) =>
    operation.names.map((name) => ({ operation: operation, name })),
  )) {
    for (const query of [`${name}=`, name, `${name}=x&${name}=`]) {
      const { status, error } = await ask(world, operation, query);
      expect(status, `${operation.id}?${query}`).toBe(422);
      expect(error?.fields, `${operation.id}?${query}`).toEqual([
        { path: name, message: expect.stringContaining('empty') },
      ]);
    }
  }
});

test('an unknown and an empty parameter are both named, each once', async () => {
  const { send } = await openAPI();
  const { status, error } = await send('GET', '/v1/monitors/?foo=1&status=&foo=2&status=up');
  expect(status).toBe(422);
  expect(error?.fields?.map(({ path }) => path)).toEqual(['foo', 'status']);
});

test('a list may be given by several parameters of the same name', async () => {
  const { create, send } = await openAPI();
  await create({ name: 'one' });
  const paused = await create({ name: 'two' });
  await send('POST', `/v1/monitors/${paused.shortID}/pause/`);
  for (const query of ['status=new&status=paused', 'status=new,paused']) {
    const { data } = await send('GET', `/v1/monitors/?${query}`);
    expect(data.monitors, query).toHaveLength(2);
  }
});

test('the documents of the API take no parameter', async () => {
  const { send } = await openAPI();
  for (const path of ['/v1/openapi.json', '/v1/docs']) {
    const response = await send('GET', `${path}?foo=1`, { as: null });
    expect(response.status).toBe(422);
    expect(response.text).toContain('"path":"foo"');
  }
});

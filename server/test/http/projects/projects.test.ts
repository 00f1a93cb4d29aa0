import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type APIResponse, openAPI, wrongFields } from '../api.ts';

const PROJECTS = '/v1/projects/';
const project = z.strictObject({
  shortID: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  createdAt: z.string(),
  monitors: z.int(),
  channels: z.null(),
  remindEvery: z.literal(0),
  escalation: z.literal(''),
  revision: z.int(),
});

function projectIn({ data }: APIResponse) {
  return project.parse(data.project);
}

describe('projects', () => {
  test('every team has a default project', async () => {
    const { send } = await openAPI();
    const { data } = await send('GET', PROJECTS);
    expect(data).toEqual({
      projects: [
        {
          shortID: expect.stringMatching(/^[2-9a-z]{10}$/),
          name: 'Default',
          isDefault: true,
          createdAt: '2026-11-21T08:15:30.123Z',
          monitors: 0,
          channels: null,
          remindEvery: 0,
          escalation: '',
          revision: 1,
        },
      ],
      nextCursor: null,
    });
  });

  test('are created, read, renamed and deleted', async () => {
    const { send, create } = await openAPI();
    const created = await send('POST', PROJECTS, { json: { name: ' db ' } });
    expect(created.status).toBe(201);
    const { shortID } = projectIn(created);
    expect(projectIn(created)).toMatchObject({ name: 'db', isDefault: false, monitors: 0 });
    await create({ projectShortID: shortID });
    const renamed = await send('PATCH', PROJECTS + shortID, { json: { name: 'database' } });
    expect(projectIn(renamed)).toEqual({ ...projectIn(created), name: 'database', monitors: 1, revision: 2 });
    expect(projectIn(await send('GET', PROJECTS + shortID))).toEqual(projectIn(renamed));
    expect(await send('DELETE', PROJECTS + shortID)).toMatchObject({
      status: 409,
      error: { code: 'conflict' },
    });
    const { data } = await send('GET', `/v1/monitors/?project=${shortID}`);
    const [monitor] = z.array(z.looseObject({ shortID: z.string() })).parse(data.monitors);
    await send('DELETE', `/v1/monitors/${monitor?.shortID}`);
    expect(projectIn(await send('DELETE', PROJECTS + shortID))).toEqual({
      ...projectIn(renamed),
      monitors: 0,
    });
    expect((await send('GET', PROJECTS + shortID)).status).toBe(404);
    expect((await send('DELETE', PROJECTS + shortID)).status).toBe(404);
  });

  test('the default project can be renamed, but not deleted', async () => {
    const { send } = await openAPI();
    const [found] = z.array(project).parse((await send('GET', PROJECTS)).data.projects);
    const path = PROJECTS + found?.shortID;
    expect(projectIn(await send('PATCH', path, { json: { name: 'Everything' } })).isDefault).toBe(true);
    expect(await send('DELETE', path)).toMatchObject({ status: 409, error: { code: 'conflict' } });
  });

  test('are listed oldest first, in pages', async () => {
    const { send } = await openAPI();
    for (const name of ['a', 'b', 'c']) await send('POST', PROJECTS, { json: { name } });
    const first = await send('GET', `${PROJECTS}?limit=3`);
    expect(first.data.projects).toMatchObject([{ name: 'Default' }, { name: 'a' }, { name: 'b' }]);
    const last = await send('GET', `${PROJECTS}?limit=3&cursor=${String(first.data.nextCursor)}`);
    expect(last.data).toMatchObject({ projects: [{ name: 'c' }], nextCursor: null });
    expect(wrongFields(await send('GET', `${PROJECTS}?cursor=abc`))).toEqual(['cursor']);
  });

  test.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ name: 'a', isDefault: true }, ['isDefault']],
  ])('the project %j is refused', async (json, fields) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('POST', PROJECTS, { json }))).toEqual(fields);
  });
});

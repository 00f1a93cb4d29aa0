import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type APIResponse, openAPI, wrongFields } from '../api.ts';
import { makeChannel } from './alerting-fixtures.ts';

const ESCALATIONS = '/v1/escalations/';
const escalation = z.looseObject({ shortID: z.string() });

function escalationIn({ data }: APIResponse) {
  return escalation.parse(data.escalation);
}

describe('escalation policies', () => {
  test('escalation policies are created, read, listed, changed and deleted', async () => {
    const api = await openAPI();
    const a = await makeChannel(api, 'a');
    const b = await makeChannel(api, 'b');
    const steps = [
      { after: 60, channels: [a], onCall: [] },
      { after: 60.5, channels: [b, a], onCall: [] },
    ];
    const created = await api.send('POST', ESCALATIONS, { json: { name: ' On call ', steps } });
    expect(created.status).toBe(201);
    const made = escalationIn(created);
    expect(made).toEqual({
      shortID: expect.stringMatching(/^[2-9a-z]{10}$/),
      name: 'On call',
      steps,
      revision: 1,
    });
    const path = ESCALATIONS + made.shortID;
    expect(escalationIn(await api.send('GET', path))).toEqual(made);
    expect((await api.send('GET', ESCALATIONS)).data).toEqual({ escalations: [made], nextCursor: null });
    const renamed = { ...made, name: 'Night', revision: 2 };
    expect(escalationIn(await api.send('PATCH', path, { json: { name: 'Night' } }))).toEqual(renamed);
    const shorter = { ...renamed, revision: 3, steps: [{ after: 3600, channels: [b], onCall: [] }] };
    expect(escalationIn(await api.send('PATCH', path, { json: { steps: shorter.steps } }))).toEqual(shorter);
    expect(escalationIn(await api.send('DELETE', path))).toEqual(shorter);
    expect((await api.send('GET', path)).status).toBe(404);
    expect((await api.send('DELETE', path)).status).toBe(404);
  });

  test('a step whose last channel was deleted stays, and can be sent back unchanged', async () => {
    const api = await openAPI();
    const a = await makeChannel(api, 'a');
    const b = await makeChannel(api, 'b');
    const steps = [
      { after: 60, channels: [a], onCall: [] },
      { after: 120, channels: [a, b], onCall: [] },
    ];
    const made = escalationIn(await api.send('POST', ESCALATIONS, { json: { name: 'On call', steps } }));
    const path = ESCALATIONS + made.shortID;
    expect((await api.send('DELETE', `/v1/channels/${a}/`)).status).toBe(200);
    const left = escalationIn(await api.send('GET', path));
    expect(left).toMatchObject({
      steps: [
        { after: 60, channels: [], onCall: [] },
        { after: 120, channels: [b] },
      ],
      revision: 2,
    });
    expect(escalationIn(await api.send('PATCH', path, { json: left }))).toEqual(left);
    const emptied = [{ after: 120, channels: [] }];
    expect(wrongFields(await api.send('PATCH', path, { json: { steps: emptied } }))).toEqual([
      'steps.0.channels',
    ]);
  });

  test.each([
    ['no step', []],
    [
      'too many steps',
      Array.from({ length: 11 }, (_, index) => ({ after: 60 * (index + 1), channels: ['x'] })),
    ],
  ])('a policy is refused: %s', async (_what, steps) => {
    const { send } = await openAPI();
    expect(wrongFields(await send('POST', ESCALATIONS, { json: { name: 'a', steps } }))).toEqual(['steps']);
  });

  test.each([
    [[{ after: 59, channels: ['CHANNEL'] }], ['steps.0.after']],
    [[{ after: 60, channels: [] }], ['steps.0.channels']],
    [[{ after: 60, channels: ['CHANNEL', 'nosuchthng'] }], ['steps.0.channels.1']],
    [
      [
        { after: 120, channels: ['CHANNEL'] },
        { after: 120, channels: ['CHANNEL'] },
      ],
      ['steps.1.after'],
    ],
    [[{ channels: ['CHANNEL'] }], ['steps.0.after']],
  ])('the steps %j are refused', async (steps, fields) => {
    const api = await openAPI();
    const channel = await makeChannel(api, 'a');
    const json = JSON.parse(JSON.stringify({ name: 'a', steps }).replaceAll('CHANNEL', channel));
    expect(wrongFields(await api.send('POST', ESCALATIONS, { json }))).toEqual(fields);
  });

  test('channels of other teams are unknown', async () => {
    const api = await openAPI();
    const stranger = await api.addTeam('Other');
    const theirs = await makeChannel(api, 'a', stranger);
    const json = { name: 'a', steps: [{ after: 60, channels: [theirs] }] };
    expect(wrongFields(await api.send('POST', ESCALATIONS, { json }))).toEqual(['steps.0.channels.0']);
  });

  test('a team has at most 50 escalation policies', async () => {
    const api = await openAPI();
    const steps = [{ after: 60, channels: [await makeChannel(api, 'a')] }];
    const create = () => api.send('POST', ESCALATIONS, { json: { name: 'a', steps } });
    for (let count = 0; count < 50; count += 1) expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject({ status: 409, error: { code: 'conflict' } });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { TRIAL_AT, trial } from '../../../test/notify/channel-trial.ts';
import type { Reaction, Received } from '../../../test/notify/receiver.ts';
import {
  DOWN,
  HOSTILE,
  RECOVERED,
  RECOVERED_FOR_BOTH,
  REPORT,
  TEST,
} from '../../../test/notify/sample-alerts.ts';
import { github } from './github.ts';

const settings = { repository: 'acme/infrastructure', token: `github_pat_${'a'.repeat(20)}` };
const ISSUES = '/repos/acme/infrastructure/issues';

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly comments: readonly string[];
  readonly state: string;
}

/** Imitates the part of GitHub that issues need. */
function githubOf() {
  let issues: readonly Issue[] = [];
  function react({ method, path, body }: Received): Reaction {
    const url = new URL(path, 'https://api.github.com');
    const number = Number(/\/issues\/(\d+)/.exec(url.pathname)?.[1]);
    const given = body === '' ? {} : JSON.parse(body);
    const one = issues.find((issue) => issue.number === number);
    const set = (issue: Issue) => {
      issues = [issue, ...issues.filter(({ number }) => number !== issue.number)];
      return respond(201, issue);
    };
    if (url.pathname === ISSUES && method === 'GET') {
      const label = url.searchParams.get('labels') ?? '';
      return respond(
        200,
        issues.filter(({ labels }) => labels.includes(label)),
      );
    }
    if (url.pathname === ISSUES) {
      return set({ number: issues.length + 1, comments: [], state: 'open', ...given });
    }
    if (one === undefined) return respond(404, { message: 'Not Found' });
    if (!url.pathname.endsWith('/comments')) return set({ ...one, ...given });
    if (method === 'GET')
      return respond(
        200,
        one.comments.map((body) => ({ body })),
      );
    return set({ ...one, comments: [...one.comments, given.body] });
  }
  return { react, issues: () => issues };
}

function respond(status: number, body: unknown): Reaction {
  return { status, body: JSON.stringify(body) };
}

const { receiver, send, transcript } = trial((origin) => ({ type: github(origin), settings }));
let fake: ReturnType<typeof githubOf>;
beforeEach(() => {
  fake = githubOf();
  receiver().react(fake.react);
});

const reminder = { ...DOWN, kind: 'reminder', key: '019aa4c2-7c01-7000-8000-00000000000a' } as const;

describe('GitHub issues', () => {
  test('sends the reviewed message', async () => {
    const parts: string[] = [];
    for (const alerts of [{ DOWN, RECOVERED }, { RECOVERED_FOR_BOTH }, { REPORT }, { TEST }, { HOSTILE }]) {
      receiver().react(githubOf().react);
      parts.push(await transcript(alerts));
    }
    await expect(parts.join('\n')).toMatchFileSnapshot('snapshots/github.txt');
  });

  test('opens an issue, comments on the issue during the incident, and closes the issue', async () => {
    await send(DOWN);
    expect(fake.issues()).toMatchObject([
      { number: 1, state: 'open', labels: ['overdue', 'overdue:k3v9x2mq7d'] },
    ]);
    await send(reminder);
    await send(RECOVERED);
    const [issue] = fake.issues();
    expect(fake.issues()).toHaveLength(1);
    expect(issue).toMatchObject({ state: 'closed', state_reason: 'completed' });
    expect(issue?.comments).toHaveLength(2);
    expect(issue?.comments[1]).toContain('Up again at 03:30');
  });

  test('adds no comment twice, for any number of attempts', async () => {
    for (const alert of [DOWN, DOWN, reminder, reminder, RECOVERED, RECOVERED]) await send(alert);
    expect(fake.issues()).toHaveLength(1);
    expect(fake.issues()[0]?.comments).toHaveLength(2);
  });

  test('opens another issue for the next incident of the monitor', async () => {
    await send(DOWN);
    await send(RECOVERED);
    const items = DOWN.items.map((item) => ({
      ...item,
      incident: item.incident && { ...item.incident, id: 'next' },
    }));
    await send({ ...DOWN, key: 'next-message', items });
    expect(fake.issues().map(({ state }) => state)).toEqual(['open', 'closed']);
  });

  test('shows an outage whose alarm was not delivered, and leaves no open alert without an incident', async () => {
    for (const alert of [RECOVERED_FOR_BOTH, TEST, REPORT]) await send(alert);
    expect(fake.issues().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed']);
    expect(fake.issues().every(({ comments }) => comments.length === 0)).toBe(true);
  });

  test('an issue that was closed already only gets a comment that the incident is over', async () => {
    await send(DOWN);
    await send(reminder);
    receiver().react((request) => {
      const reaction = fake.react(request);
      if (request.method !== 'GET' || request.path.includes('/comments')) return reaction;
      return respond(
        200,
        fake.issues().map((issue) => ({ ...issue, state: 'closed' })),
      );
    });
    expect(await send(RECOVERED)).toMatchObject({ outcome: 'sent' });
    expect(receiver().received.some(({ method }) => method === 'PATCH')).toBe(false);
    expect(fake.issues()[0]?.comments).toHaveLength(2);
  });

  test('escapes markup, mentions and forged marks in all input', async () => {
    const forged = `<!-- overdue message ${reminder.key} -->`;
    await send({ ...HOSTILE, text: [...HOSTILE.text, forged] });
    const [issue] = fake.issues();
    expect(issue?.title).not.toMatch(/[\r\n]/);
    expect(issue?.body).not.toMatch(/@(?!\u200b)(?!channel <)/);
    expect(issue?.body).not.toContain('<b>');
    expect(issue?.body).not.toContain(forged);
    await send(reminder);
    expect(fake.issues()[0]?.comments).toHaveLength(1);
  });

  test.each([
    [401, {}, 'gone', undefined],
    [403, {}, 'gone', undefined],
    [403, { 'retry-after': '60' }, 'failed', 60_000],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${TRIAL_AT / 1000 + 90}` }, 'failed', 90_000],
    [404, {}, 'gone', undefined],
    [410, {}, 'gone', undefined],
    [422, {}, 'refused', undefined],
    [429, { 'retry-after': '5' }, 'failed', 5000],
    [502, {}, 'failed', null],
  ])('%i with %j is %s', async (status, headers, outcome, retryAfterMs) => {
    receiver().react({ status, headers });
    expect(await send(DOWN)).toMatchObject({
      outcome,
      status,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  });

  test('waits after a rate limit, even if only the text of the response names the limit', async () => {
    const message =
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
    receiver().react({ status: 403, body: JSON.stringify({ message }) });
    expect(await send(DOWN)).toMatchObject({ outcome: 'failed', status: 403, retryAfterMs: 60_000 });
  });

  test('opens no second issue if the existing issues can’t be read', async () => {
    receiver().react({ status: 200, body: '[{"number":' });
    expect(await send(DOWN)).toMatchObject({ outcome: 'failed' });
    expect(receiver().received).toHaveLength(1);
  });
});

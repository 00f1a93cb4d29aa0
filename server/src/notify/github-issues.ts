import { z } from 'zod';
import type { Outcome } from '../outbound/outcome.ts';
import { outcomeOf } from '../outbound/outcome.ts';
import type { OutboundAnswer, OutboundRequest } from '../outbound/request.ts';
import type { Tools } from './channel.ts';
import { CLOSED_DOOR, readJSON } from './posting.ts';
import { withWait } from './retry-hint.ts';

/**
 * How many of a monitor's newest issues are looked at. A monitor has one incident at a time, so that it is nearly always
 * the first; and of an answer no more than 64 kB can be read.
 */
const ISSUES_MAX = 3;
const COMMENTS_MAX = 10;
/** What GitHub asks for where it does not say when. */
const LIMITED_SECONDS = 60;

const Issue = z.object({
  number: z.number(),
  state: z.string(),
  body: z
    .string()
    .nullable()
    .transform((body) => body ?? ''),
});
const Comment = z.object({ body: z.string().optional() });

/** An issue as far as it matters here. */
export type GithubIssue = z.infer<typeof Issue>;

type Found =
  | { readonly ok: true; readonly issue: GithubIssue | null }
  | { readonly ok: false; readonly outcome: Outcome };
/** What came of telling something in an issue. */
export type Told =
  | { readonly ok: true; readonly issue: GithubIssue; readonly outcome: Outcome }
  | { readonly ok: false; readonly outcome: Outcome };

export interface GithubIssues {
  /** The newest issue with this label whose text holds `mark`. */
  find(label: string, mark: string): Promise<Found>;
  create(issue: {
    readonly title: string;
    readonly body: string;
    readonly labels: readonly string[];
  }): Promise<Told>;
  /** Does nothing where a comment since then (epoch milliseconds) holds `mark`. */
  comment(
    issue: GithubIssue,
    comment: { readonly body: string; readonly mark: string; readonly since: number },
  ): Promise<Told>;
  close(issue: GithubIssue): Promise<Outcome>;
}

/** The issues of one repository; `repository` is its address in the API. */
export function githubIssues(repository: string, token: string, { request, now }: Tools): GithubIssues {
  async function call(method: OutboundRequest['method'], path: string, body?: unknown) {
    const answer = await request({
      method,
      url: `${repository}${path}`,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
        'user-agent': 'Overdue',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { answer, outcome: outcomeOfGithub(answer, now) };
  }

  async function hasComment(issue: GithubIssue, mark: string, since: number): Promise<boolean> {
    const query = `?per_page=${COMMENTS_MAX}&since=${new Date(since).toISOString()}`;
    const { answer } = await call('GET', `/issues/${issue.number}/comments${query}`);
    // Where the answer cannot be read, a second comment does less harm than none.
    return (readJSON(answer.body, z.array(Comment)) ?? []).some(({ body }) => body?.includes(mark) === true);
  }

  return {
    async find(label, mark) {
      const query = `?state=all&per_page=${ISSUES_MAX}&labels=${encodeURIComponent(label)}`;
      const { answer, outcome } = await call('GET', `/issues${query}`);
      if (outcome.outcome !== 'sent') return { ok: false, outcome };
      const issues = readJSON(answer.body, z.array(Issue));
      if (issues === null) return { ok: false, outcome: unreadable(answer) };
      return { ok: true, issue: issues.find(({ body }) => body.includes(mark)) ?? null };
    },
    async create(issue) {
      const { answer, outcome } = await call('POST', '/issues', issue);
      if (outcome.outcome !== 'sent') return { ok: false, outcome };
      const created = readJSON(answer.body, Issue);
      if (created === null) return { ok: false, outcome: unreadable(answer) };
      const text = `Opened #${created.number}.`;
      return { ok: true, issue: created, outcome: { outcome: 'sent', status: answer.status, answer: text } };
    },
    async comment(issue, { body, mark, since }) {
      if (await hasComment(issue, mark, since))
        return { ok: true, issue, outcome: done(issue, 200, 'says it already') };
      const { answer, outcome } = await call('POST', `/issues/${issue.number}/comments`, { body });
      if (outcome.outcome !== 'sent') return { ok: false, outcome };
      return { ok: true, issue, outcome: done(issue, answer.status, 'has a new comment') };
    },
    async close(issue) {
      if (issue.state === 'closed') return done(issue, 200, 'was closed already');
      const closed = { state: 'closed', state_reason: 'completed' };
      const { answer, outcome } = await call('PATCH', `/issues/${issue.number}`, closed);
      return outcome.outcome === 'sent' ? done(issue, answer.status, 'is closed') : outcome;
    },
  };
}

function done({ number }: GithubIssue, status: number, what: string): Outcome {
  return { outcome: 'sent', status, answer: `#${number} ${what}.` };
}

function unreadable({ status }: OutboundAnswer): Outcome {
  return {
    outcome: 'failed',
    status,
    answer: 'GitHub answered with something that cannot be read as issues.',
    retryAfterMs: null,
  };
}

/** GitHub says 403 also to those who ask too often, and when they may come back: in a header, or in the words alone. */
function outcomeOfGithub(answer: OutboundAnswer, now: number): Outcome {
  const { status, headers, body } = answer;
  const hasNoneLeft = headers['x-ratelimit-remaining'] === '0';
  const isLimited = headers['retry-after'] !== undefined || hasNoneLeft || /rate limit/i.test(body);
  if (status !== 403 || !isLimited) return outcomeOf(answer, { gone: CLOSED_DOOR });
  const limited = outcomeOf(answer);
  if (limited.outcome !== 'failed' || limited.retryAfterMs !== null) return limited;
  const resetAt = hasNoneLeft ? Number(headers['x-ratelimit-reset'] ?? Number.NaN) : Number.NaN;
  return withWait(limited, Number.isNaN(resetAt) ? LIMITED_SECONDS : Math.max(0, resetAt - now / 1000));
}

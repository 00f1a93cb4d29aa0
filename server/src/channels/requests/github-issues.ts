import { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import { sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundRequest, OutboundResponse } from '../../platform/outbound/request.ts';
import type { SendContext } from '../channel.ts';
import { GONE_STATUSES_HOSTED, parseJSONOrNull } from './posting.ts';
import { withWait } from './retry-hint.ts';

/** Maximum issues of a monitor to search, newest first. Few, because responses are limited to 64 kB. */
const ISSUES_MAX = 3;
const COMMENTS_MAX = 10;
/** Wait that GitHub recommends if a rate-limited response specifies none. */
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

export type GithubIssue = z.infer<typeof Issue>;

type IssueSearch =
  | { readonly ok: true; readonly issue: GithubIssue | null }
  | { readonly ok: false; readonly outcome: SendResult };
export type IssueChange =
  | { readonly ok: true; readonly issue: GithubIssue; readonly outcome: SendResult }
  | { readonly ok: false; readonly outcome: SendResult };

export interface GithubIssues {
  /** Finds the newest issue with this label whose body contains `mark`. */
  find(label: string, mark: string): Promise<IssueSearch>;
  create(issue: {
    readonly title: string;
    readonly body: string;
    readonly labels: readonly string[];
  }): Promise<IssueChange>;
  /** Adds a comment, unless a comment made after `since` (epoch milliseconds) contains `mark`. */
  comment(
    issue: GithubIssue,
    comment: { readonly body: string; readonly mark: string; readonly since: number },
  ): Promise<IssueChange>;
  close(issue: GithubIssue): Promise<SendResult>;
}

export function githubIssues(repository: string, token: string, { request, now }: SendContext): GithubIssues {
  async function call(method: OutboundRequest['method'], path: string, body?: unknown) {
    const response = await request({
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
    return { response, outcome: outcomeOfGithub(response, now) };
  }

  async function hasComment(issue: GithubIssue, mark: string, since: number): Promise<boolean> {
    const query = `?per_page=${COMMENTS_MAX}&since=${new Date(since).toISOString()}`;
    const { response } = await call('GET', `/issues/${issue.number}/comments${query}`);
    // If the response can't be read, a duplicate comment is better than none.
    return (parseJSONOrNull(response.body, z.array(Comment)) ?? []).some(
      ({ body }) => body?.includes(mark) === true,
    );
  }

  return {
    async find(label, mark) {
      const query = `?state=all&per_page=${ISSUES_MAX}&labels=${encodeURIComponent(label)}`;
      const { response, outcome } = await call('GET', `/issues${query}`);
      if (outcome.outcome !== 'sent') return { ok: false, outcome };
      const issues = parseJSONOrNull(response.body, z.array(Issue));
      if (issues === null) return { ok: false, outcome: unreadableResult(response) };
      return { ok: true, issue: issues.find(({ body }) => body.includes(mark)) ?? null };
    },
    async create(issue) {
      const { response, outcome } = await call('POST', '/issues', issue);
      if (outcome.outcome !== 'sent') return { ok: false, outcome };
      const created = parseJSONOrNull(response.body, Issue);
      if (created === null) return { ok: false, outcome: unreadableResult(response) };
      const text = `Opened #${created.number}.`;
      return {
        ok: true,
        issue: created,
        outcome: { outcome: 'sent', status: response.status, answer: text },
      };
    },
    async comment(issue, { body, mark, since }) {
      if (await hasComment(issue, mark, since))
        return { ok: true, issue, outcome: sentResult(issue, 200, 'already has this message') };
      const { response, outcome } = await call('POST', `/issues/${issue.number}/comments`, { body });
      if (outcome.outcome !== 'sent') return { ok: false, outcome };
      return { ok: true, issue, outcome: sentResult(issue, response.status, 'has a new comment') };
    },
    async close(issue) {
      if (issue.state === 'closed') return sentResult(issue, 200, 'was already closed');
      const closed = { state: 'closed', state_reason: 'completed' };
      const { response, outcome } = await call('PATCH', `/issues/${issue.number}`, closed);
      return outcome.outcome === 'sent' ? sentResult(issue, response.status, 'is closed') : outcome;
    },
  };
}

function sentResult({ number }: GithubIssue, status: number, change: string): SendResult {
  return { outcome: 'sent', status, answer: `#${number} ${change}.` };
}

function unreadableResult({ status }: OutboundResponse): SendResult {
  return {
    outcome: 'failed',
    status,
    answer: 'GitHub’s response has an unexpected format.',
    retryAfterMs: null,
  };
}

/**
 * GitHub also uses status 403 for rate limits. The response states the wait in a header, or only mentions the limit in its text.
 */
function outcomeOfGithub(response: OutboundResponse, now: number): SendResult {
  const { status, headers, body } = response;
  const hasNoneLeft = headers['x-ratelimit-remaining'] === '0';
  const isLimited = headers['retry-after'] !== undefined || hasNoneLeft || /rate limit/i.test(body);
  if (status !== 403 || !isLimited) return sendResultOf(response, { goneStatuses: GONE_STATUSES_HOSTED });
  const limited = sendResultOf(response);
  if (limited.outcome !== 'failed' || limited.retryAfterMs !== null) return limited;
  const resetAt = hasNoneLeft ? Number(headers['x-ratelimit-reset'] ?? Number.NaN) : Number.NaN;
  return withWait(limited, Number.isNaN(resetAt) ? LIMITED_SECONDS : Math.max(0, resetAt - now / 1000));
}

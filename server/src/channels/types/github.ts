import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { type SendResult, sendResultOf } from '../../platform/outbound/outcome.ts';
import type { OutboundRequest, OutboundResponse } from '../../platform/outbound/request.ts';
import { truncate } from '../../platform/outbound/text.ts';
import type { ChannelType, SendContext } from '../channel.ts';
import { codeBlock, escapeMarkdown } from '../format/markdown.ts';
import { type Message, messageOf } from '../message.ts';
import { type IncidentSteps, incidentSteps } from '../requests/incident-steps.ts';
import { GONE_STATUSES_HOSTED, parseJSONOrNull, withWait } from '../requests/posting.ts';

const TITLE_LENGTH_MAX = 256;
const NOTICE_LABEL = 'notice';

const settings = z.strictObject({
  repository: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/, 'Owner and name: acme/infrastructure.')
    .meta({ title: 'Repository', description: 'Repository for the issues.', example: 'acme/infrastructure' }),
  token: z
    .string()
    .regex(/^[A-Za-z0-9_]{20,255}$/, 'Use only letters, digits and _.')
    .meta({
      title: 'Token',
      description: 'A fine-grained token for this repository that may read and write issues.',
      example: 'github_pat_11AAAAAAA0aaaaaaaaaaaa',
      secret: true,
    }),
  label: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,29}$/, 'Up to 30 letters, digits, spaces and . _ -')
    .default('overdue')
    .meta({
      title: 'Label',
      description: 'Label of every issue. A second label with this prefix names the monitor.',
      example: 'overdue',
    }),
});

type Settings = z.infer<typeof settings>;

/** Opens one issue per incident. Finds the issue by its label and a mark in its body, because GitHub's search index lags. */
export function github(origin = 'https://api.github.com'): ChannelType<Settings> {
  return {
    type: 'github',
    title: 'GitHub issues',
    category: 'other',
    isOftenSelfHosted: false,
    settings,
    tracksIncidents: true,
    async send({ repository, token, label }, alert, context) {
      const incident = incidentSteps(alert);
      const monitor = incident.isWithoutIncident
        ? NOTICE_LABEL
        : (alert.items[0]?.monitor.shortID ?? NOTICE_LABEL);
      const issues = githubIssues(`${origin}/repos/${repository}`, token, context);
      const labels = [label, `${label}:${monitor}`];

      const search = await issues.find(labels[1] ?? label, incidentMark(incident));
      if (!search.ok) return search.outcome;
      const change =
        search.issue === null
          ? await issues.create({ title: titleOf(alert), body: issueText(alert, incident), labels })
          : await updateIssue(search.issue, alert, issues);
      if (!change.ok) return change.outcome;
      return incident.steps.includes('close') ? await issues.close(change.issue) : change.outcome;
    },
  };
}

/** Skips the comment if an earlier attempt of this message opened the issue, but lost the response. */
async function updateIssue(issue: GithubIssue, alert: Alert, issues: GithubIssues): Promise<IssueChange> {
  const mark = messageMark(alert);
  if (issue.body.includes(mark)) {
    return {
      ok: true,
      issue,
      outcome: { outcome: 'sent', status: 200, answer: `#${issue.number} already has this message.` },
    };
  }
  return await issues.comment(issue, {
    body: `${markdownOf(messageOf(alert))}\n\n${mark}`,
    mark,
    since: alert.at,
  });
}

function titleOf(alert: Alert): string {
  return truncate(messageOf(alert).title, TITLE_LENGTH_MAX);
}

function issueText(alert: Alert, incident: IncidentSteps): string {
  return [markdownOf(messageOf(alert)), incidentMark(incident), messageMark(alert)].join('\n\n');
}

function incidentMark({ key }: IncidentSteps): string {
  return `<!-- overdue incident ${key} -->`;
}

function messageMark({ key }: Alert): string {
  return `<!-- overdue message ${key} -->`;
}

function markdownOf({ paragraphs, details, list, more, log, url, linkText, links }: Message): string {
  const blocks = [
    ...paragraphs.map(escapeMarkdown),
    details.map(({ name, value }) => `**${name}:** ${escapeMarkdown(value)}`).join(' · '),
    list
      .map((item) => `- [${escapeMarkdown(item.name)}](<${item.url}>) (${escapeMarkdown(item.note)})`)
      .join('\n'),
    more,
    log === null ? '' : codeBlock(log),
    `[${linkText}](<${url}>)`,
    ...links.map((link) => `[${link.text}](<${link.url}>)`),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

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

type GithubIssue = z.infer<typeof Issue>;

type IssueSearch =
  | { readonly ok: true; readonly issue: GithubIssue | null }
  | { readonly ok: false; readonly outcome: SendResult };
type IssueChange =
  | { readonly ok: true; readonly issue: GithubIssue; readonly outcome: SendResult }
  | { readonly ok: false; readonly outcome: SendResult };

interface GithubIssues {
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

function githubIssues(repository: string, token: string, { request, now }: SendContext): GithubIssues {
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

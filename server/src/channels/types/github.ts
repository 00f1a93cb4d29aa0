import type { Alert } from '@overdue/domain/alerting/alert.ts';
import { z } from 'zod';
import { truncate } from '../../platform/outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { codeBlock, escapeMarkdown } from '../format/markdown.ts';
import { type Message, messageOf } from '../message.ts';
import {
  type GithubIssue,
  type GithubIssues,
  githubIssues,
  type IssueChange,
} from '../requests/github-issues.ts';
import { type IncidentSteps, incidentSteps } from '../requests/incident-steps.ts';

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

import { z } from 'zod';
import type { Alert } from '../../domain/alert.ts';
import { cut } from '../../outbound/text.ts';
import type { ChannelType } from '../channel.ts';
import { codeBlock, escapeMarkdown } from '../format/markdown.ts';
import { type GithubIssue, type GithubIssues, githubIssues, type Told } from '../github-issues.ts';
import { type IncidentSteps, incidentSteps } from '../incident-steps.ts';
import { type Message, messageOf } from '../message.ts';

const TITLE_MAX = 256;
const NOTICE_LABEL = 'notice';

const settings = z.strictObject({
  repository: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/, 'Owner and name: acme/infrastructure.')
    .meta({ title: 'Repository', description: 'Where issues are opened.', example: 'acme/infrastructure' }),
  token: z
    .string()
    .regex(/^[A-Za-z0-9_]{20,255}$/, 'Letters, digits and _ alone.')
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
      description: 'Every issue gets it; a second one, which begins with it, says which monitor.',
      example: 'overdue',
    }),
});

type Settings = z.infer<typeof settings>;

/**
 * Issues: one for each incident, which is commented on while the incident goes on, and closed with it. An issue is found
 * by the label of its monitor and a mark in its text that nobody sees. The search would be one request, but its index
 * lags behind, and a repeated attempt would open a second issue.
 */
export function github(origin = 'https://api.github.com'): ChannelType<Settings> {
  return {
    type: 'github',
    title: 'GitHub issues',
    settings,
    tracksIncidents: true,
    async send({ repository, token, label }, alert, tools) {
      const what = incidentSteps(alert);
      const monitor = what.isNotice ? NOTICE_LABEL : (alert.items[0]?.monitor.shortID ?? NOTICE_LABEL);
      const issues = githubIssues(`${origin}/repos/${repository}`, token, tools);
      const labels = [label, `${label}:${monitor}`];

      const found = await issues.find(labels[1] ?? label, incidentMark(what));
      if (!found.ok) return found.outcome;
      const told =
        found.issue === null
          ? await issues.create({ title: titleOf(alert), body: issueText(alert, what), labels })
          : await tellAgain(found.issue, alert, issues);
      if (!told.ok) return told.outcome;
      return what.steps.includes('close') ? await issues.close(told.issue) : told.outcome;
    },
  };
}

/** An issue that this very message opened, in an attempt whose answer was lost, needs no comment. */
async function tellAgain(issue: GithubIssue, alert: Alert, issues: GithubIssues): Promise<Told> {
  const mark = messageMark(alert);
  if (issue.body.includes(mark)) {
    return {
      ok: true,
      issue,
      outcome: { outcome: 'sent', status: 200, answer: `#${issue.number} says it already.` },
    };
  }
  return await issues.comment(issue, {
    body: `${markdownOf(messageOf(alert))}\n\n${mark}`,
    mark,
    since: alert.at,
  });
}

function titleOf(alert: Alert): string {
  return cut(messageOf(alert).title, TITLE_MAX);
}

function issueText(alert: Alert, what: IncidentSteps): string {
  return [markdownOf(messageOf(alert)), incidentMark(what), messageMark(alert)].join('\n\n');
}

function incidentMark({ key }: IncidentSteps): string {
  return `<!-- overdue incident ${key} -->`;
}

function messageMark({ key }: Alert): string {
  return `<!-- overdue message ${key} -->`;
}

function markdownOf({ paragraphs, details, list, more, log, url, linkText }: Message): string {
  const blocks = [
    ...paragraphs.map(escapeMarkdown),
    details.map(({ name, value }) => `**${name}:** ${escapeMarkdown(value)}`).join(' · '),
    list
      .map((item) => `- [${escapeMarkdown(item.name)}](<${item.url}>) (${escapeMarkdown(item.note)})`)
      .join('\n'),
    more,
    log === null ? '' : codeBlock(log),
    `[${linkText}](<${url}>)`,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

import { alertedLinks } from '@overdue/domain/alerting/alert.ts';
import type { HistoryEntry, HistoryMessage } from '@overdue/domain/alerting/incident-history.ts';
import { REASON_TEXTS } from '@overdue/domain/incidents/incident.ts';
import { logLines } from '@overdue/domain/logs/log-lines.ts';
import { tailOf } from '@overdue/domain/logs/log-tail.ts';
import { beganAt, type Run } from '@overdue/domain/monitor/run.ts';
import { endpoint, NO_INPUT } from '../../api/endpoint.ts';
import { respondMarkdown } from '../../api/respond.ts';
import type { IncidentRecord } from '../contract.ts';
import { readIncidentDetails } from './details.ts';
import { readHistory } from './history.ts';
import { findFailedLog, type LoggedRun } from './log.ts';
import type { OpenedTogether, RelatedIncident } from './related.ts';
import { incidentParams } from './schema.ts';

const exportIncident = endpoint({
  ...NO_INPUT,
  method: 'get',
  path: '/v1/incidents/{incidentID}/export/',
  operationID: 'exportIncident',
  allowsProjectTokens: true,
  tag: 'Incidents',
  summary: 'Export an incident',
  description:
    'Exports the incident as a Markdown document with its history, failed runs and the end of the log. Times are in UTC. For tokens limited to projects, the document leaves out alerts, because channels belong to the whole team.',
  permission: 'read',
  params: incidentParams,
  responses: {
    200: {
      description: 'The document.',
      content: {
        'text/markdown; charset=utf-8': {
          schema: { type: 'string' },
          example:
            '# Incident: pg-dump prod\n\nDown from 2026-11-20 01:00:00 to 03:03:08 UTC, for 2 h 3 min.\n',
        },
      },
    },
  },
  errors: ['not_found'],
  async handle(request, parts) {
    const details = await readIncidentDetails(request, parts);
    const { record, failures } = details;
    const text = writeIncidentMarkdown({
      ...details,
      history: await readHistory(details, parts, { showsAlerts: request.access.projects === null }),
      log: await findFailedLog(parts.store, record, failures),
      now: parts.clock.now(),
      baseURL: parts.baseURL,
    });
    return respondMarkdown(text, `incident-${record.incidentID}`);
  },
});

export const INCIDENT_EXPORT_ENDPOINTS = [exportIncident];

interface ExportedIncident {
  readonly record: IncidentRecord;
  readonly failures: readonly Run[];
  readonly history: readonly HistoryEntry[];
  readonly openedTogether: OpenedTogether;
  readonly related: readonly RelatedIncident[];
  /** Log of the last failed run that sent one. */
  readonly log: LoggedRun | null;
  readonly now: number;
  readonly baseURL: string;
}

/** Maximum lines of the log that are listed as likely errors. */
const ERRORS_MAX = 5;

/** Formats an incident for a report or a wiki. Escapes all text that people wrote. */
function writeIncidentMarkdown(incident: ExportedIncident): string {
  const { record, history, related, baseURL } = incident;
  const parts = [
    `# Incident: ${escapeMarkdownDocument(record.monitor.name)}`,
    summaryOf(incident),
    facts([
      ['Monitor', `${escapeMarkdownDocument(record.monitor.name)} (\`${record.monitor.shortID}\`)`],
      ...alertedLinks(record.monitor).map(({ text, url }) => [text, `<${url}>`] as const),
      ['Severity', record.monitor.severity],
      ['Reason', reasonOf(incident)],
      ['Opened', writeStamp(record.openedAt)],
      ['Closed', record.closedAt === null ? 'still open' : writeStamp(record.closedAt)],
      ['Acknowledged', acknowledgement(record)],
      ['Incident', `\`${record.incidentID}\` at ${baseURL}`],
    ]),
    '## What happened',
    history.map((entry) => writeEntry(entry, incident)).join('\n'),
    ...section('## Failed runs', runTable(incident.failures)),
    ...section('## End of the log', logOf(incident.log)),
    ...section(
      '## Related incidents',
      related.length === 0
        ? []
        : [
            ...togetherOf(incident.openedTogether),
            ...related.map(
              ({ record: other, relations }) =>
                `- ${writeStamp(other.openedAt)}: ${escapeMarkdownDocument(other.monitor.name)} (same ${relations.join(', ')})`,
            ),
          ],
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function summaryOf(incident: ExportedIncident): string {
  const { record, now } = incident;
  const { openedAt, closedAt } = record;
  const length = lengthOf((closedAt ?? now) - openedAt);
  return closedAt === null
    ? `Down since ${writeStamp(openedAt)}, for ${length} so far: ${reasonOf(incident)}.`
    : `Down from ${writeStamp(openedAt)} to ${writeStamp(closedAt)}, for ${length}: ${reasonOf(incident)}.`;
}

/** Returns the cause, with the number of failures in a row if the monitor went down only after several. */
function reasonOf({ record: { reason, runSeq }, failures }: ExportedIncident): string {
  const inARow = failures.filter(({ seq }) => runSeq !== null && seq <= runSeq).length;
  return inARow < 2 ? REASON_TEXTS[reason] : `${inARow} failures in a row, the last: ${REASON_TEXTS[reason]}`;
}

function togetherOf({ count, isMore, from, to }: OpenedTogether): readonly string[] {
  if (count < 2) return [];
  const length = from === to ? 'at the same time' : `within ${lengthOf(to - from)}`;
  return [`${isMore ? 'More than ' : ''}${count} incidents opened ${length}, from ${writeStamp(from)}.`, ''];
}

function acknowledgement({ acknowledgedAt, acknowledgedBy }: IncidentRecord): string {
  if (acknowledgedAt === null) return 'not acknowledged';
  return `${writeStamp(acknowledgedAt)} by ${escapeMarkdownDocument(acknowledgedBy ?? '')}`;
}

function writeEntry(entry: HistoryEntry, { record }: ExportedIncident): string {
  return `- **${writeStamp(entry.at)}** ${describe(entry, record)}`;
}

function describe(entry: HistoryEntry, record: IncidentRecord): string {
  const name = escapeMarkdownDocument(entry.name ?? '');
  const note = quote(entry.text ?? '');
  switch (entry.kind) {
    case 'opened':
      return `The monitor went down: ${REASON_TEXTS[record.reason]}.`;
    case 'alerted':
      return entry.message === null ? name : `${name} ${describeMessage(entry.message)}.${note}`;
    case 'not_alerted':
      return `${entry.name === null ? 'No channel was alerted.' : `${name} was not alerted.`}${note}`;
    case 'held':
      return `Alerts are on hold.${note}`;
    case 'acknowledged':
      return `${name} acknowledged the incident.${note}`;
    case 'taken_over':
      return `${name} took over from ${escapeMarkdownDocument(entry.from ?? '')}.${note}`;
    case 'unacknowledged':
      return `${name} took back the acknowledgement.`;
    case 'snoozed':
      return `${name} snoozed the incident until ${writeStamp(entry.until ?? entry.at)}.`;
    case 'unsnoozed':
      return `${name} ended the snooze.`;
    case 'noted':
      return `${name} wrote:${note}`;
    case 'healed':
      return `The missed run was reported late, and succeeded.${note}`;
    case 'recovered':
      return 'The monitor recovered.';
    case 'paused':
      return 'The monitor was paused.';
    case 'deleted':
      return 'The monitor was deleted.';
  }
}

const MESSAGE_STATES: Readonly<Record<HistoryMessage['state'], string>> = {
  sent: 'was alerted',
  waiting: 'is being alerted',
  failed: 'could not be alerted',
  merged: 'was alerted in a combined message',
};

function describeMessage({ kind, state }: HistoryMessage): string {
  return `${MESSAGE_STATES[state]} (${kind === 'down' ? 'alarm' : kind.replaceAll('_', ' ')})`;
}

/** Writes the end of a log, after the lines that probably name the problem. */
function logOf(log: LoggedRun | null): readonly string[] {
  if (log === null) return [];
  const { text, errorLines, isCut } = tailOf(log.text);
  const lines = logLines(text);
  const errors = errorLines.slice(-ERRORS_MAX).flatMap((index) => lines[index] ?? []);
  return [
    ...(errors.length === 0
      ? []
      : ['Likely errors:', '', ...errors.map((line) => `- ${escapeMarkdownDocument(line)}`), '']),
    codeBlock([...(isCut ? ['…'] : []), ...lines]),
  ];
}

function runTable(runs: readonly Run[]): readonly string[] {
  const rows = runs.map((run) => [
    writeStamp(beganAt(run)),
    run.state.replace('_', ' '),
    run.durationMs === null ? '' : lengthOf(run.durationMs),
    escapeMarkdownDocument(run.runID),
  ]);
  return table(['Time', 'State', 'Duration', 'Run'], rows);
}

/** Writes a block quote that belongs to a list item; an empty text for an empty quote. */
function quote(text: string): string {
  if (text.trim() === '') return '';
  const lines = text.trim().split(/\r\n|[\r\n]/);
  return `\n\n${lines.map((line) => `  > ${escapeMarkdownDocument(line)}`.trimEnd()).join('\n')}\n`;
}

/** Writes text as a block of code, whatever the text contains. */
function codeBlock(lines: readonly string[]): string {
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length),
  );
  const fence = '`'.repeat(longest + 1);
  return [fence, ...lines, fence].join('\n');
}

/** Writes a table of names and values. */
function facts(rows: readonly (readonly [string, string])[]): string {
  return table(['', ''], rows).join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, lines.join('\n')];
}

/** Writes a time like `2026-11-20 01:00:00 UTC`. */
function writeStamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Formats the two largest units: `2 h 3 min`. */
function lengthOf(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const first = Math.max(
    0,
    UNITS.findIndex(([, size]) => ms >= size),
  );
  let left = ms;
  const words = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? '' : `${count} ${unit}`;
  });
  return words.filter((word) => word !== '').join(' ');
}

/** Escapes text so that it shows literally: no links, mentions, HTML, headings, table cells or line breaks. */
function escapeMarkdownDocument(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()#+!|<>~&=@-]/g, '\\$&')
    .replaceAll('://', '\\://')
    .replaceAll(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replaceAll(/[\r\n]+/g, ' ')
    .replace(/^(\d+)\./, '$1\\.');
}

import { alertedLinks } from '../../../domain/alerting/alert.ts';
import {
  type AcknowledgementStep,
  acknowledgementSteps,
  acknowledgementsOf,
} from '../../../domain/incidents/acknowledgement.ts';
import { REASON_TEXTS } from '../../../domain/incidents/reason-texts.ts';
import { beganAt, type Run } from '../../../domain/run.ts';
import type { DeliveryRecord } from '../../../store/alerts/contract.ts';
import type { IncidentNote, IncidentRecord } from '../../../store/incidents/contract.ts';
import type { RelatedIncident } from './incident-related.ts';

export interface ExportedIncident {
  readonly record: IncidentRecord;
  readonly failures: readonly Run[];
  readonly notes: readonly IncidentNote[];
  readonly related: readonly RelatedIncident[];
  readonly deliveries: readonly DeliveryRecord[];
  readonly now: number;
  readonly baseURL: string;
}

const ENDS: Readonly<Record<NonNullable<IncidentRecord['closedBy']>, string>> = {
  recovered: 'The monitor recovered.',
  paused: 'The monitor was paused.',
  deleted: 'The monitor was deleted.',
};

/** Formats an incident for a report or a wiki. Escapes all text that people wrote. */
export function writeIncidentMarkdown(incident: ExportedIncident): string {
  const { record, related, baseURL } = incident;
  const parts = [
    `# Incident: ${escapeMarkdownDocument(record.monitor.name)}`,
    summaryOf(incident),
    facts([
      ['Monitor', `${escapeMarkdownDocument(record.monitor.name)} (\`${record.monitor.shortID}\`)`],
      ...alertedLinks(record.monitor).map(({ text, url }) => [text, `<${url}>`] as const),
      ['Reason', REASON_TEXTS[record.reason]],
      ['Opened', stamp(record.openedAt)],
      ['Closed', record.closedAt === null ? 'still open' : stamp(record.closedAt)],
      ['Acknowledged', acknowledgement(record)],
      ['Incident', `\`${record.incidentID}\` at ${baseURL}`],
    ]),
    '## What happened',
    timelineOf(incident),
    ...section('## Failed runs', runTable(incident.failures)),
    ...section('## Alerts', deliveryTable(incident.deliveries)),
    ...section(
      '## Related incidents',
      related.map(
        ({ record: other, relations }) =>
          `- ${stamp(other.openedAt)}: ${escapeMarkdownDocument(other.monitor.name)} (same ${relations.join(', ')})`,
      ),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function summaryOf({ record, now }: ExportedIncident): string {
  const { openedAt, closedAt, reason } = record;
  const length = lengthOf((closedAt ?? now) - openedAt);
  return closedAt === null
    ? `Down since ${stamp(openedAt)}, for ${length} so far: ${REASON_TEXTS[reason]}.`
    : `Down from ${stamp(openedAt)} to ${stamp(closedAt)}, for ${length}: ${REASON_TEXTS[reason]}.`;
}

function acknowledgement({ acknowledgedAt, acknowledgedBy }: IncidentRecord): string {
  if (acknowledgedAt === null) return 'not acknowledged';
  return `${stamp(acknowledgedAt)} by ${escapeMarkdownDocument(acknowledgedBy ?? '')}`;
}

function timelineOf({ record, notes }: ExportedIncident): string {
  const { openedAt, closedAt, closedBy } = record;
  const entries = [{ at: openedAt, text: `The monitor went down: ${REASON_TEXTS[record.reason]}.` }];
  for (const step of acknowledgementSteps(acknowledgementsOf(record)))
    entries.push({ at: step.at, text: `${acknowledgementStep(step)}${quote(step.note ?? '')}` });
  for (const { at, until, by } of record.snoozes)
    entries.push({ at, text: `${escapeMarkdownDocument(by)} snoozed the incident until ${stamp(until)}.` });
  for (const { at, author, text } of notes)
    entries.push({ at, text: `${escapeMarkdownDocument(author)} wrote:${quote(text)}` });
  if (closedAt !== null && closedBy !== null) entries.push({ at: closedAt, text: ENDS[closedBy] });
  entries.sort((a, b) => a.at - b.at);
  return entries.map(({ at, text }) => `- **${stamp(at)}** ${text}`).join('\n');
}

function acknowledgementStep({ kind, by, from }: AcknowledgementStep): string {
  const name = escapeMarkdownDocument(by);
  switch (kind) {
    case 'acknowledged':
      return `${name} acknowledged the incident.`;
    case 'taken_over':
      return `${name} took over from ${escapeMarkdownDocument(from ?? '')}.`;
    case 'unacknowledged':
      return `${name} took back the acknowledgement.`;
  }
}

function quote(text: string): string {
  if (text.trim() === '') return '';
  const lines = text.trim().split(/\r\n|[\r\n]/);
  return `\n\n${lines.map((line) => `  > ${escapeMarkdownDocument(line)}`.trimEnd()).join('\n')}\n`;
}

function runTable(runs: readonly Run[]): readonly string[] {
  const rows = runs.map((run) => [
    stamp(beganAt(run)),
    run.state.replace('_', ' '),
    run.durationMs === null ? '' : lengthOf(run.durationMs),
    escapeMarkdownDocument(run.runID),
  ]);
  return table(['Time', 'State', 'Duration', 'Run'], rows);
}

function deliveryTable(deliveries: readonly DeliveryRecord[]): readonly string[] {
  const rows = deliveries
    .toReversed()
    .map(({ createdAt, kind, channel, state, doneAt }) => [
      stamp(createdAt),
      kind.replaceAll('_', ' '),
      escapeMarkdownDocument(channel.name),
      doneAt === null ? state : `${state} ${stamp(doneAt)}`,
    ]);
  return table(['Created', 'Alert', 'Channel', 'State'], rows);
}

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

/** `2026-11-20 01:00:00 UTC` */
function stamp(at: number): string {
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

import { summarize } from '@overdue/domain/schedule/summary.ts';
import type { ImportedMonitor } from '../imports/apply-import.ts';
import type { ImportPlan, PlannedOutcome } from '../imports/plan.ts';
import type { PlannedKey } from '../imports/plan-keys.ts';

const WORDS: Readonly<Record<PlannedOutcome, string>> = {
  create: 'create',
  exists: 'exists',
  collision: 'COLLISION',
  left_out: 'left out',
};
const NAME_LENGTH_MAX = 40;

export interface ImportReport {
  readonly isApplied: boolean;
  readonly counts: ImportPlan['counts'];
  readonly notes: readonly string[];
  readonly items: readonly {
    readonly name: string;
    readonly outcome: PlannedOutcome;
    readonly schedule: string;
    readonly notes: readonly string[];
    /** New ping URL for the job; empty if the job can keep its present one. */
    readonly pingURL: string;
  }[];
  readonly channels: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly notes: readonly string[];
  }[];
  readonly keys: readonly { readonly name: string; readonly outcome: PlannedKey['outcome'] }[];
}

/** @param created monitors that were created; null for a dry run */
export function importReport(
  plan: ImportPlan,
  {
    created,
    baseURL,
  }: { readonly created: readonly ImportedMonitor[] | null; readonly baseURL: string | null },
): ImportReport {
  const pingIDs = new Map(created?.map(({ planned, pingID }) => [planned, pingID]));
  return {
    isApplied: created !== null,
    counts: plan.counts,
    notes: plan.notes,
    items: plan.items.map((planned) => {
      const { name, outcome, item, notes } = planned;
      const pingID = item?.pingID == null ? pingIDs.get(planned) : undefined;
      return {
        name,
        outcome,
        schedule: item === null ? '' : summarize(item.rules.schedule),
        notes,
        pingURL: pingID === undefined ? '' : `${baseURL ?? ''}/ping/${pingID}`,
      };
    }),
    keys: plan.keys.map(({ name, outcome }) => ({ name, outcome })),
    channels: plan.channels.map(({ name, outcome, notes }) => ({ name, outcome, notes })),
  };
}

/** Formats a report as a table, with the notes of an item below it. */
export function importText(report: ImportReport): string {
  const width = Math.min(NAME_LENGTH_MAX, Math.max(4, ...report.items.map(({ name }) => name.length)));
  const items = report.items.flatMap(({ name, outcome, schedule, notes, pingURL }) => [
    `${WORDS[outcome].padEnd(9)}  ${name.padEnd(width)}  ${schedule}`.trimEnd(),
    ...(pingURL === '' ? [] : [indent(`Ping URL: ${pingURL}`)]),
    ...notes.map(indent),
  ]);
  const channels = report.channels.flatMap(({ name, outcome, notes }) => [
    `${outcome.replace('_', ' ').padEnd(9)}  channel ${name}`,
    ...notes.map(indent),
  ]);
  const keys = report.keys.map(({ name, outcome }) => `${WORDS[outcome].padEnd(9)}  ${name}`);
  return [...items, ...channels, ...keys, ...section(report.notes), '', summary(report)].join('\n');
}

function indent(text: string): string {
  return `${' '.repeat(11)}${text}`;
}

function section(notes: readonly string[]): readonly string[] {
  return notes.length === 0 ? [] : ['', ...notes];
}

function summary({ isApplied, counts }: ImportReport): string {
  const { create, exists, collision, left_out } = counts;
  const parts = [
    `${isApplied ? 'Created' : 'To create'}: ${create}`,
    `existing: ${exists}`,
    `collisions: ${collision}`,
    `left out: ${left_out}`,
  ];
  const next = isApplied ? '' : ' Nothing was changed. To import, add --apply.';
  return `${parts.join(', ')}.${next}`;
}

import { type PingParameters, type PingType, parseRid } from './ping.ts';
import { type Field, type FieldMeaning, quoteText, readField } from './ping-field.ts';
import type { RunPingType } from './ping-word.ts';

/** Maximum warnings on one event, so that a long query can't cause a long response. */
const WARNINGS_MAX = 10;
const NAMES_MAX = 5;

export interface PathReport {
  readonly type: PingType;
  readonly exitStatus: number | null;
}

export interface PingReport extends PathReport, PingParameters {
  readonly message: string | null;
  /** Time that the job sent, in epoch milliseconds. */
  readonly reportedAt: number | null;
}

const SUCCESSES: ReadonlySet<PingType> = new Set(['ping', 'end']);

interface OutcomeField {
  readonly field: Field;
  readonly outcome: RunPingType;
  readonly exitStatus: number | null;
}

interface ReportDraft {
  readonly outcomes: OutcomeField[];
  readonly unknown: string[];
  readonly warnings: string[];
  rid: (FieldMeaning & { readonly kind: 'rid' }) | null;
  duration: (FieldMeaning & { readonly kind: 'duration' }) | null;
  message: string | null;
  reportedAt: number | null;
  /** Whether a state names no result. */
  hasNoResult: boolean;
  isRidSeen: boolean;
  isDurationSeen: boolean;
}

/**
 * Reads the report of a ping from its path and parameters. The path takes precedence, but a failure always counts. Parameters that
 * report no start and no failure are a log if one of their states names no result: only a named result is a success.
 */
export function readReport(path: PathReport, fields: readonly Field[]): PingReport {
  const only = soleRid(fields);
  if (fields.length === 0 || only !== null)
    return {
      type: path.type,
      exitStatus: path.exitStatus,
      rid: only,
      durationMs: null,
      message: null,
      reportedAt: null,
      warnings: [],
    };
  const draft: ReportDraft = {
    outcomes: [],
    unknown: [],
    warnings: [],
    rid: null,
    duration: null,
    message: null,
    reportedAt: null,
    hasNoResult: false,
    isRidSeen: false,
    isDurationSeen: false,
  };
  for (const field of fields) addField(draft, field);
  const { unknown, warnings } = draft;
  const outcomes = draft.message === 'start' ? draft.outcomes.map(asStart) : draft.outcomes;
  const combined = outcomes.length === 0 ? path : combine(path, outcomes, warnings);
  const isLog = draft.hasNoResult && path.type === 'ping' && SUCCESSES.has(combined.type);
  const reported: PathReport = isLog ? { type: 'log', exitStatus: null } : combined;
  if (unknown.length > 0) warnings.push(unknownWarning(unknown));
  return {
    type: reported.type,
    exitStatus: reported.exitStatus,
    rid: draft.rid?.rid ?? null,
    durationMs: draft.duration?.durationMs ?? null,
    message: draft.message,
    reportedAt: draft.reportedAt,
    warnings: warnings.length > 1 ? [...new Set(warnings)].slice(0, WARNINGS_MAX) : warnings,
  };
}

/** Returns the `rid` if the ping has no other parameter; null otherwise. A shortcut for the most frequent query. */
function soleRid(fields: readonly Field[]): string | null {
  const [field] = fields;
  return fields.length === 1 && field?.name === 'rid' ? parseRid(field.value) : null;
}

function addField(draft: ReportDraft, field: Field): void {
  if (isRepeated(draft, field.name)) return;
  const statement = readField(field);
  switch (statement.kind) {
    case 'outcome':
      draft.outcomes.push({ field, outcome: statement.outcome, exitStatus: statement.exitStatus });
      if (statement.warning !== null) draft.warnings.push(statement.warning);
      return;
    case 'no_result':
      draft.hasNoResult = true;
      if (statement.warning !== null) draft.warnings.push(statement.warning);
      return;
    case 'rid':
      if (draft.rid === null || (statement.isOwn && !draft.rid.isOwn)) draft.rid = statement;
      return;
    case 'duration':
      if (draft.duration === null || (statement.isOwn && !draft.duration.isOwn)) draft.duration = statement;
      return;
    case 'message':
      draft.message ??= statement.text;
      return;
    case 'time':
      draft.reportedAt ??= statement.at;
      return;
    case 'invalid':
      draft.warnings.push(statement.warning);
      return;
    case 'unknown':
      draft.unknown.push(field.name);
      return;
    case 'ignored':
      return;
  }
}

/**
 * Reads `status=up&msg=start` as a start. borgmatic sends these parameters when a backup begins, because Uptime Kuma has no
 * starts.
 */
function asStart(outcome: OutcomeField): OutcomeField {
  return outcome.field.value.toLowerCase() === 'up' ? { ...outcome, outcome: 'start' } : outcome;
}

function isRepeated(draft: ReportDraft, name: string): boolean {
  const { isRidSeen, isDurationSeen } = draft;
  if (name === 'rid') draft.isRidSeen = true;
  if (name === 'duration') draft.isDurationSeen = true;
  return (name === 'rid' && isRidSeen) || (name === 'duration' && isDurationSeen);
}

/** Combines the reports of the path and the parameters. A failure takes precedence, then the path, then the first parameter. */
function combine(path: PathReport, outcomes: readonly OutcomeField[], warnings: string[]): PathReport {
  const failure = outcomes.find(({ outcome }) => outcome === 'fail');
  const type = path.type === 'fail' || failure !== undefined ? 'fail' : combinedType(path, outcomes);
  if (type === 'fail' && path.type !== 'fail' && path.type !== 'ping' && failure !== undefined)
    warnings.push(
      `The path says ${path.type}, but ${formatField(failure)} reports a failure: the ping counts as a failure.`,
    );
  for (const declared of outcomes)
    if (declared.outcome !== type) warnings.push(ignoredWarning(declared, path, failure));
  const exitStatus =
    outcomes.find((candidate) => candidate.outcome === type && candidate.exitStatus !== null)?.exitStatus ??
    null;
  return { type, exitStatus: path.type === type ? (path.exitStatus ?? exitStatus) : exitStatus };
}

function combinedType(path: PathReport, outcomes: readonly OutcomeField[]): PingType {
  return path.type === 'ping' ? (outcomes[0]?.outcome ?? 'ping') : path.type;
}

function ignoredWarning(ignored: OutcomeField, path: PathReport, failure: OutcomeField | undefined): string {
  if (path.type === 'fail') return `${formatField(ignored)} was ignored: the path reports a failure.`;
  if (failure !== undefined)
    return `${formatField(ignored)} was ignored: ${formatField(failure)} reports a failure.`;
  if (path.type === 'ping')
    return `${formatField(ignored)} was ignored: an earlier parameter takes precedence.`;
  return `${formatField(ignored)} was ignored: the path says ${path.type}.`;
}

function formatField({ field }: OutcomeField): string {
  return `${field.name}=${quoteText(field.value.trim())}`;
}

function unknownWarning(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const shown = distinct.slice(0, NAMES_MAX).map(quoteText).join(', ');
  const rest = distinct.length > NAMES_MAX ? ` and ${distinct.length - NAMES_MAX} more` : '';
  return `Unknown parameters were ignored: ${shown}${rest}.`;
}

/** Whether a body that parses as a form reports a run. A log may look like a form by chance. */
export function isReport(fields: readonly Field[]): boolean {
  let hasReportField = false;
  let isLog = false;
  for (const field of fields) {
    const { kind } = readField(field);
    if (kind === 'outcome') return true;
    const isMisread = kind === 'invalid' || kind === 'no_result';
    if (kind === 'unknown' || (isMisread && /\s/.test(field.value))) isLog = true;
    if (kind !== 'ignored') hasReportField = true;
  }
  return hasReportField && !isLog;
}

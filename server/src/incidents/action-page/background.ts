import { durationWords, pluralize, truncate } from '@overdue/domain/format-text.ts';
import { REASON_TEXTS } from '@overdue/domain/incidents/incident.ts';
import { logLines } from '@overdue/domain/logs/log-lines.ts';
import { tailOf } from '@overdue/domain/logs/log-tail.ts';
import type { EventType } from '@overdue/domain/ping/ping.ts';
import type { V1Dependencies } from '../../api/dependencies.ts';
import type { EventRecord } from '../../database/records.ts';
import { html, type Markup } from '../../platform/http/markup.ts';
import type { IncidentRecord } from '../contract.ts';
import { type EarlierIncidents, findEarlier, findLastReport } from '../endpoints/earlier-incidents.ts';
import { listIncidentFailures } from '../endpoints/failures.ts';
import { findFailedLog, findPreviousLog, type LoggedRun } from '../endpoints/log.ts';
import { linkedMarkup } from './linked-text.ts';
import { timeMarkup } from './local-times.ts';
import { shortUserAgent } from './user-agent.ts';

/** Facts about the job that help to find the cause of an open incident. */
export interface Background {
  readonly lastReport: EventRecord | null;
  /** Log of the last failed run, or else of the last run before the incident; null if no run sent a log. */
  readonly log: (LoggedRun & { readonly isOfFailure: boolean }) | null;
  readonly earlier: EarlierIncidents;
}

export async function findBackground(
  incident: IncidentRecord,
  store: V1Dependencies['store'],
): Promise<Background | null> {
  if (incident.closedAt !== null) return null;
  const failed = await findFailedLog(store, incident, await listIncidentFailures(store, incident));
  const log = failed ?? (await findPreviousLog(store, incident));
  return {
    lastReport: await findLastReport(incident, store),
    log: log === null ? null : { ...log, isOfFailure: failed !== null },
    earlier: await findEarlier(incident, store),
  };
}

/** Maximum earlier incidents on the page. */
const SHOWN_EARLIER_MAX = 3;
/** Maximum characters of a note. */
const SHOWN_NOTE_LENGTH_MAX = 200;

const REPORTS: Readonly<Record<EventType, string>> = {
  ping: 'success',
  end: 'success',
  start: 'start',
  fail: 'failure',
  log: 'log',
  ignored: 'ignored ping',
};

/** Names the host of the job: the address and program that sent the last ping. */
export function lastReportMarkup({ type, at, request }: EventRecord, timezone: string): Markup {
  const { exitStatus, remoteAddress, userAgent } = request;
  const exit = exitStatus === null || exitStatus === 0 ? '' : ` (exit ${exitStatus})`;
  const from = remoteAddress === '' ? '' : ` from ${remoteAddress}`;
  const client = userAgent === '' ? '' : ` (${truncate(shortUserAgent(userAgent), SHOWN_NOTE_LENGTH_MAX)})`;
  return html`<p class="soft">Last report: ${REPORTS[type]}${exit}, ${timeMarkup(at, timezone)},${from}${client}</p>`;
}

/** Lists earlier incidents with their last notes, because a note may describe the remedy. */
export function earlierMarkup(
  { count, days, incidents }: EarlierIncidents,
  { timezone, baseURL }: { readonly timezone: string; readonly baseURL: string },
): Markup | string {
  if (count === 0) return '';
  return html`<section>
<h2>Before: ${pluralize(count, 'incident')} in ${days} days</h2>
<ul>
${incidents
  .slice(0, SHOWN_EARLIER_MAX)
  .map(({ record: { incidentID, reason, openedAt, closedAt }, lastNote }) => {
    const length = closedAt === null ? '' : `, for ${durationWords(closedAt - openedAt)}`;
    const note = lastNote?.trim() ?? '';
    return html`<li><a href="${baseURL}/incidents/${incidentID}" rel="noreferrer">${timeMarkup(openedAt, timezone)}</a>${length}: ${REASON_TEXTS[reason]}${note === '' ? '' : html`<q>${truncate(note, SHOWN_NOTE_LENGTH_MAX)}</q>`}</li>
`;
  })}</ul>
</section>`;
}

/** Maximum lines of the log on the page. */
const SHOWN_LINES_MAX = 15;
/** Maximum characters of a line. */
const SHOWN_LINE_LENGTH_MAX = 300;
/** Lines shown before the last likely error if that error is not among the last lines. */
const LINES_BEFORE_ERROR = 4;

/** Writes the last lines of a log without colours, and marks lines that probably name the problem. */
export function logMarkup({
  text,
  isOfFailure,
}: Pick<NonNullable<Background['log']>, 'text' | 'isOfFailure'>): Markup {
  const tail = tailOf(text);
  const lines = logLines(tail.text);
  const errors = new Set(tail.errorLines);
  const from = firstShown(lines.length, tail.errorLines);
  const shown = lines.slice(from, from + SHOWN_LINES_MAX).map((text, index) => ({
    text: truncate(text, SHOWN_LINE_LENGTH_MAX),
    isError: errors.has(from + index),
  }));
  return html`<section>
<h2>${isOfFailure ? 'Log of the failed run' : 'Log of the last run'}</h2>
<pre tabindex="0" aria-label="End of the log"><code>${tail.isCut || from > 0 ? html`<span class="more">…</span>` : ''}${shown.map(
    ({ text, isError }) =>
      isError
        ? html`<mark><span class="unseen">Likely error: </span>${linkedMarkup(text)}</mark>`
        : html`<span>${text === '' ? ' ' : linkedMarkup(text)}</span>`,
  )}</code></pre>
</section>`;
}

/**
 * Returns the index of the first line to show. The page shows the last lines, or the lines around the last likely error if the
 * error is earlier.
 */
function firstShown(count: number, errorLines: readonly number[]): number {
  const end = Math.max(0, count - SHOWN_LINES_MAX);
  const error = errorLines.at(-1);
  return error === undefined ? end : Math.max(0, Math.min(end, error - LINES_BEFORE_ERROR));
}

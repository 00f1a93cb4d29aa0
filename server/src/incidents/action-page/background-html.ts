import { durationWords, pluralize, truncate } from '@overdue/domain/format-text.ts';
import { REASON_TEXTS } from '@overdue/domain/incidents/incident.ts';
import type { EventType } from '@overdue/domain/ping/ping.ts';
import type { EventRecord } from '../../database/records.ts';
import { html, type Markup } from '../../platform/http/markup.ts';
import type { EarlierIncidents } from '../endpoints/earlier-incidents.ts';
import { timeMarkup } from './local-times.ts';
import { shortUserAgent } from './user-agent.ts';

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

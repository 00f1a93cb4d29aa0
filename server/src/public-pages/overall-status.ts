import type { Status } from '@overdue/domain/monitor/state.ts';
import { html, type Markup } from '../platform/http/markup.ts';
import type { StatusCounts } from './shared-monitors.ts';

/** Worst status of several monitors; `none` without monitors. */
export type OverallStatus = Status | 'none';

const WORST_FIRST = ['down', 'failing', 'late', 'up', 'new', 'paused'] as const satisfies readonly Status[];

export function overallStatusOf(counts: StatusCounts): OverallStatus {
  return WORST_FIRST.find((status) => counts[status] > 0) ?? 'none';
}

/** Returns the rank of a status. 0 is the worst status. */
export function rankOf(status: Status): number {
  return WORST_FIRST.indexOf(status);
}

function totalOf(counts: StatusCounts): number {
  return WORST_FIRST.reduce((sum, status) => sum + counts[status], 0);
}

/** Writes `2 of 14 down`, short enough for a badge. */
export function shortSentence(counts: StatusCounts): string {
  const overall = overallStatusOf(counts);
  const total = totalOf(counts);
  if (overall === 'none') return 'no monitors';
  if (total === 1) return overall;
  const count = counts[overall];
  return count === total ? `${total} ${overall}` : `${count} of ${total} ${overall}`;
}

const PROBLEMS = [
  ['down', 'down'],
  ['failing', 'failing'],
  ['late', 'late'],
] as const;

/** Writes `2 of 14 jobs are down, 1 is late.` */
export function longSentence(counts: StatusCounts): string {
  const total = totalOf(counts);
  const overall = overallStatusOf(counts);
  switch (overall) {
    case 'none':
      return 'No jobs yet.';
    case 'down':
    case 'failing':
    case 'late':
      return total === 1 ? `The job is ${overall}.` : problemSentence(counts, total);
    case 'up':
      if (counts.up === total) return total === 1 ? 'The job is up.' : `All ${total} jobs are up.`;
      return `${counts.up === 1 ? '1 job is' : `${counts.up} jobs are`} up${otherStatuses(counts)}.`;
    case 'new':
      return total === 1
        ? 'The job has not reported yet.'
        : `No job has reported yet${otherStatuses(counts, 'paused')}.`;
    case 'paused':
      return total === 1 ? 'The job is paused.' : `All ${total} jobs are paused.`;
  }
}

function problemSentence(counts: StatusCounts, total: number): string {
  const parts = PROBLEMS.filter(([status]) => counts[status] > 0).map(([status, word], index) => {
    const count = counts[status];
    return `${count}${index === 0 ? ` of ${total} jobs` : ''} ${count === 1 ? 'is' : 'are'} ${word}`;
  });
  return `${parts.join(', ')}.`;
}

/** Describes paused monitors and monitors that have not reported yet. */
function otherStatuses(counts: StatusCounts, only?: 'paused'): string {
  const paused = counts.paused === 0 ? [] : [`${counts.paused} ${counts.paused === 1 ? 'is' : 'are'} paused`];
  const fresh =
    counts.new === 0 || only === 'paused'
      ? []
      : [`${counts.new} ${counts.new === 1 ? 'has' : 'have'} not reported yet`];
  const parts = [...paused, ...fresh];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}

/** Icons on a 12 × 12 grid in the current colour. Shapes differ, so that no status depends only on colour. */
const ICONS: Readonly<Record<OverallStatus, Markup>> = {
  up: html`<circle cx="6" cy="6" r="4.5" fill="currentColor"/>`,
  late: html`<circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M6 1.5a4.5 4.5 0 000 9z" fill="currentColor"/>`,
  failing: html`<path d="M6 1.2L11.3 10.6H.7z" fill="currentColor"/>`,
  down: html`<rect x="1.5" y="1.5" width="9" height="9" rx="1" fill="currentColor"/>`,
  paused: html`<path d="M3.5 1.5h1.8v9H3.5zM6.9 1.5h1.8v9H6.9z" fill="currentColor"/>`,
  new: html`<circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5"/>`,
  none: html`<path d="M2 5.2h8v1.6H2z" fill="currentColor"/>`,
};

/** Hollow square of an incident that has ended. */
export const ENDED_ICON = html`<rect x="2.25" y="2.25" width="7.5" height="7.5" rx="1" fill="none" stroke="currentColor" stroke-width="1.5"/>`;

export function statusIcon(overall: OverallStatus): Markup {
  return ICONS[overall];
}

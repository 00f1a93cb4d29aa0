import { html, type Markup } from '../platform/http/markup.ts';
import { formatMs, type PageTimes } from './page-times.ts';
import type { Day } from './uptime-days.ts';

const STEP = 5;
/** Width of a bar; the rest of the step is a gap. The page's style uses the same numbers as a dash pattern. */
const WIDTH = 3.6;
/** Height of a whole day. Downtime covers its exact share of this height, from the top down. */
const DAY = 23;
/** Height of the bar of a day without runs or without data. */
const EMPTY = 4;
/** A mark below each day with downtime. Its size is fixed, so that a minute of downtime is noticed without looking like more. */
const MARK = { top: 25, height: 3 } as const;
const HEIGHT = MARK.top + MARK.height;

/** Draws one bar per day with the day's share of downtime, and labels both ends of the strip. */
export function dayStrip(days: readonly Day[], times: PageTimes): Markup {
  const down = days.map((day, index) =>
    day.state === 'down'
      ? html`<path class="down" d="M${index * STEP} 0h${WIDTH}v${heightOf(day)}h-${WIDTH}z"/><path class="mark" d="M${index * STEP} ${MARK.top}h${WIDTH}v${MARK.height}h-${WIDTH}z"/><path class="whole" d="M${index * STEP} 0h${WIDTH}v${HEIGHT}h-${WIDTH}z"><title>${times.date(day.from)}: down for ${formatMs(day.downMs)} (${writeShare(day)} of the day)</title></path>`
      : html``,
  );
  return html`<svg class="strip" viewBox="0 0 ${lengthOf(days.length)} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${describeDays(days)}"><path class="empty" d="${dashedLine(days, 'empty')}"/><path class="up" d="${dashedLine(days, 'known')}"/>${down}</svg>
<div class="ends"><span>${days.length <= 1 ? '' : `${days.length} days ago`}</span><span>Today</span></div>`;
}

function shareOf({ from, to, downMs }: Day): number {
  return Math.min(1, downMs / (to - from));
}

function heightOf(day: Day): number {
  return Math.round(shareOf(day) * DAY * 100) / 100;
}

/** Writes the share of a day that was downtime. Writes 100 % only for a whole day, and never 0 %. */
function writeShare(day: Day): string {
  const share = shareOf(day);
  if (share < 0.01) return 'less than 1 %';
  return `${share === 1 ? 100 : Math.min(99, Math.round(share * 100))} %`;
}

type Kind = 'known' | 'empty';

function kindOf({ state }: Day): Kind {
  return state === 'unknown' || state === 'quiet' ? 'empty' : 'known';
}

/** Draws consecutive days of one kind with a single dashed line, because 90 bars for each of many monitors make a large page. */
function dashedLine(days: readonly Day[], kind: Kind): string {
  let path = '';
  for (let from = 0; from < days.length; ) {
    let to = from;
    for (let day = days[to]; day !== undefined && kindOf(day) === kind; day = days[to]) to += 1;
    if (to > from) path += bars(kind, from, to - from);
    from = to + 1;
  }
  return path;
}

function bars(kind: Kind, index: number, count: number): string {
  return `M${index * STEP} ${kind === 'known' ? DAY / 2 : DAY - EMPTY / 2}h${lengthOf(count)}`;
}

function lengthOf(count: number): number {
  return Math.round((count * STEP - (STEP - WIDTH)) * 10) / 10;
}

function describeDays(days: readonly Day[]): string {
  const last = `Last ${days.length} days`;
  if (days.every(({ state }) => state === 'unknown')) return `${last}: nothing is known yet.`;
  const down = days.filter(({ state }) => state === 'down');
  if (down.length === 0) return `${last}: never down.`;
  const length = formatMs(down.reduce((sum, { downMs }) => sum + downMs, 0));
  return `${last}: down on ${down.length === 1 ? '1 day' : `${down.length} days`}, for ${length} in total.`;
}

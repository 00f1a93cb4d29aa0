import { html, type Markup } from '../markup.ts';
import type { Day } from './days.ts';
import { formatMs, type PageTimes } from './page-times.ts';

const STEP = 5;
/** Width of a bar; the rest of the step is a gap. The page's style uses the same numbers as a dash pattern. */
const WIDTH = 3.6;
const HEIGHT = 28;
/** Height of a bar by state, so that states differ by more than colour. */
const HEIGHTS: Readonly<Record<Day['state'], number>> = { up: 19, down: HEIGHT, unknown: 4 };

export function dayStrip(days: readonly Day[], times: PageTimes): Markup {
  const down = days.map((day, index) =>
    day.state === 'down'
      ? html`<path class="down" d="${bars('down', index, 1)}"><title>${times.date(day.from)}: down for ${formatMs(day.downMs)}</title></path>`
      : html``,
  );
  return html`<svg class="strip" viewBox="0 0 ${lengthOf(days.length)} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${describeDays(days)}"><path class="unknown" d="${alike(days, 'unknown')}"/><path class="up" d="${alike(days, 'up')}"/>${down}</svg>`;
}

/** Draws consecutive days of one state with a single dashed line, because 90 bars for each of many monitors make a large page. */
function alike(days: readonly Day[], state: Day['state']): string {
  let path = '';
  for (let from = 0; from < days.length; ) {
    let to = from;
    while (days[to]?.state === state) to += 1;
    if (to > from) path += bars(state, from, to - from);
    from = to + 1;
  }
  return path;
}

function bars(state: Day['state'], index: number, count: number): string {
  return `M${index * STEP} ${HEIGHT - HEIGHTS[state] / 2}h${lengthOf(count)}`;
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

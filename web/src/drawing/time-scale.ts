import { DAY_MS, MINUTE_MS } from '@overdue/domain/time-units.ts';
import { momentOf, offsetMsAt } from '../time/local-time.ts';

/** Visible time range in milliseconds. */
export interface View {
  readonly from: number;
  readonly to: number;
}

export const VIEW_MS_MIN = 10 * MINUTE_MS;
export const VIEW_MS_MAX = 400 * DAY_MS;

export function positionOf(at: number, view: View, width: number): number {
  return ((at - view.from) / (view.to - view.from)) * width;
}

export function momentAt(x: number, view: View, width: number): number {
  return view.from + (x / width) * (view.to - view.from);
}

/** Moves the view by a share of its length. A positive share moves it to a later time. */
export function pan(view: View, share: number): View {
  const by = (view.to - view.from) * share;
  return { from: view.from + by, to: view.to + by };
}

/** Scales the view around a time, within the zoom limits. */
export function zoom(view: View, factor: number, around: number): View {
  const span = view.to - view.from;
  const next = Math.min(VIEW_MS_MAX, Math.max(VIEW_MS_MIN, span * factor));
  const share = (around - view.from) / span;
  const from = around - share * next;
  return { from, to: from + next };
}

export interface Tick {
  readonly at: number;
  /** Whether the tick is the start of a day, month or year. Such ticks are drawn heavier and with a date. */
  readonly isMajor: boolean;
}

export type TickUnit = 'minute' | 'day' | 'month';

export interface Ticks {
  readonly unit: TickUnit;
  readonly ticks: readonly Tick[];
}

const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const DAY_STEPS = [1, 2, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12];

/** Returns round local times at least `pixelsMin` apart. */
export function ticksOf(
  view: View,
  {
    zone,
    width,
    pixelsMin = 72,
  }: { readonly zone: string; readonly width: number; readonly pixelsMin?: number | undefined },
): Ticks {
  const least = ((view.to - view.from) / Math.max(width, 1)) * pixelsMin;
  const clock = CLOCK_STEPS.find((step) => step >= least);
  if (clock !== undefined) return { unit: 'minute', ticks: clockTicks(view, zone, clock) };
  const days = DAY_STEPS.find((step) => step * DAY_MS >= least);
  if (days !== undefined) return { unit: 'day', ticks: dayTicks(view, zone, days) };
  const months = MONTH_STEPS.find((step) => step * 30 * DAY_MS >= least) ?? 12;
  return { unit: 'month', ticks: monthTicks(view, zone, months) };
}

function clockTicks(view: View, zone: string, step: number): readonly Tick[] {
  const ticks: Tick[] = [];
  let local = Math.ceil((view.from + offsetMsAt(zone, view.from)) / step) * step;
  for (let at = momentOf(local, zone); at <= view.to; local += step, at = momentOf(local, zone)) {
    // When clocks go forward, two local times are the same instant.
    if (at >= view.from && at > (ticks.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) {
      ticks.push({ at, isMajor: local % DAY_MS === 0 });
    }
  }
  return ticks;
}

/** Weeks start on Mondays; the first Monday of 1970 was 5 January. */
const FIRST_MONDAY = 4;

function dayTicks(view: View, zone: string, days: number): readonly Tick[] {
  const ticks: Tick[] = [];
  const first = Math.floor((view.from + offsetMsAt(zone, view.from)) / DAY_MS);
  let day = first - mod(first - FIRST_MONDAY, days);
  for (let at = momentOf(day * DAY_MS, zone); at <= view.to; day += days, at = momentOf(day * DAY_MS, zone)) {
    if (at >= view.from) ticks.push({ at, isMajor: new Date(day * DAY_MS).getUTCDate() <= days });
  }
  return ticks;
}

function monthTicks(view: View, zone: string, months: number): readonly Tick[] {
  const ticks: Tick[] = [];
  const start = new Date(view.from + offsetMsAt(zone, view.from));
  let month = start.getUTCFullYear() * 12 + start.getUTCMonth();
  month -= mod(month, months);
  for (;;) {
    const at = momentOf(Date.UTC(Math.floor(month / 12), month % 12), zone);
    if (at > view.to) return ticks;
    if (at >= view.from) ticks.push({ at, isMajor: month % 12 === 0 });
    month += months;
  }
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

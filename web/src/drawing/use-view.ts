import { DAY_MS, HOUR_MS } from '@overdue/domain/time-units.ts';
import { useEffect, useRef, useState } from 'react';
import { useAtEachSecond } from '../time/ticker.ts';
import { VIEW_MS_MAX, VIEW_MS_MIN, type View } from './time-scale.ts';

/** Share of the view that shows the future while the view follows the current time. */
const FUTURE_SHARE = 0.15;
const COMMIT_MS = 250;

export const ZOOMS = [
  { value: '1h', span: HOUR_MS },
  { value: '6h', span: 6 * HOUR_MS },
  { value: '24h', span: DAY_MS },
  { value: '7d', span: 7 * DAY_MS },
  { value: '30d', span: 30 * DAY_MS },
  { value: '1y', span: 365 * DAY_MS },
] as const;

export type ZoomName = (typeof ZOOMS)[number]['value'];

/** Query parameters. Without `at`, the view follows the current time. */
export interface ZoomSearch {
  readonly zoom?: string | undefined;
  readonly at?: string | undefined;
}

const MINUTES = /^(\d{2,6})m$/;

/** Reads a zoom such as `24h` or `500m` (minutes), clamped to the limits; null if invalid. */
export function readZoom(text: string | undefined): number | null {
  const named = ZOOMS.find(({ value }) => value === text);
  if (named !== undefined) return named.span;
  const minutes = MINUTES.exec(text ?? '')?.[1];
  if (minutes === undefined) return null;
  return Math.min(VIEW_MS_MAX, Math.max(VIEW_MS_MIN, Number(minutes) * 60_000));
}

export function writeZoom(span: number): string {
  return zoomName(span) ?? `${Math.round(span / 60_000)}m`;
}

export function zoomName(span: number): ZoomName | null {
  return ZOOMS.find((zoom) => Math.abs(zoom.span - span) < zoom.span / 200)?.value ?? null;
}

function followingEnd(span: number, now: number): number {
  return now + span * FUTURE_SHARE;
}

export function readView({ zoom, at }: ZoomSearch, usualSpan: number, now: number): View {
  const span = readZoom(zoom) ?? usualSpan;
  const end = at === undefined ? Number.NaN : Date.parse(at);
  const to = Number.isFinite(end) ? end : followingEnd(span, now);
  return { from: to - span, to };
}

export function writeView({ from, to }: View, now: number): ZoomSearch {
  const span = to - from;
  const isFollowing = Math.abs(to - followingEnd(span, now)) < span / 100;
  return {
    zoom: writeZoom(span),
    at: isFollowing ? undefined : new Date(to).toISOString().replace(/\.\d+Z/, 'Z'),
  };
}

export interface TimelineView {
  readonly view: View;
  /** Current time, rounded to the steps that are visible at this zoom, so that nothing is redrawn needlessly. */
  readonly now: number;
  readonly isFollowing: boolean;
  /** Changes the view immediately, and the URL shortly afterwards. */
  readonly change: (view: View) => void;
  readonly follow: (span?: number) => void;
}

/** Returns the view. The view comes from the URL or, during dragging, from the pointer. */
export function useView(
  search: ZoomSearch,
  usualSpan: number,
  onCommit: (search: ZoomSearch) => void,
): TimelineView {
  const [dragged, setDragged] = useState<View | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const span = dragged === null ? (readZoom(search.zoom) ?? usualSpan) : dragged.to - dragged.from;
  const step = Math.max(1000, span / 2000);
  const now = useAtEachSecond((at) => Math.floor(at / step) * step);
  useEffect(() => () => clearTimeout(timer.current), []);

  function commit(next: ZoomSearch): void {
    setDragged(null);
    onCommit(next);
  }
  return {
    view: dragged ?? readView(search, usualSpan, now),
    now,
    isFollowing: dragged === null && search.at === undefined,
    change(view) {
      setDragged(view);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => commit(writeView(view, Date.now())), COMMIT_MS);
    },
    follow(length = span) {
      clearTimeout(timer.current);
      commit({ zoom: writeZoom(length), at: undefined });
    },
  };
}

import { DAY_MS } from '../time-units.ts';
import { rotationSpans } from './rotation-spans.ts';
import type { Override, Roster } from './schedule.ts';
import {
  findGaps,
  inOrder,
  intersect,
  joinSpans,
  type Period,
  type Span,
  type Spans,
  subtract,
} from './spans.ts';

/** How far ahead we look for the end of a shift. Longer than the longest shift. */
const AHEAD_MS = 62 * DAY_MS;

/** Shifts and gaps of a schedule within a window. */
export interface Coverage {
  readonly spans: Spans;
  readonly gaps: readonly Period[];
}

/** Returns who is on call in a window. Skips former members, for whom `isMember` returns false. */
export function coverage(
  { schedule, overrides }: Roster,
  window: Period,
  isMember: (memberID: string) => boolean,
): Coverage {
  let spans: Spans = [];
  for (const rotation of schedule.rotations) {
    const own = rotationSpans(rotation, schedule.timezone, window).filter(({ memberID }) =>
      isMember(memberID),
    );
    spans = inOrder([...spans, ...subtract(own, spans)]);
  }
  for (const override of overrides)
    if (isMember(override.memberID)) spans = applyOverride(spans, override, window);
  const whole = joinSpans(spans);
  return { spans: whole, gaps: findGaps(whole, window) };
}

/** Puts the member of an override on call. Later overrides see the result of earlier overrides. */
function applyOverride(spans: Spans, override: Override, window: Period): Spans {
  const { shortID, memberID, replaces } = override;
  const [period] = intersect([{ from: override.from, to: override.to }], [window]);
  if (period === undefined) return spans;
  const covered =
    replaces === null ? [period] : intersect(spans, [period]).filter((span) => span.memberID === replaces);
  const covering = covered.map(({ from, to }): Span => ({ from, to, memberID, override: shortID }));
  return inOrder([...subtract(spans, covered), ...covering]);
}

export interface OnCallNow {
  /** Null in a gap. */
  readonly memberID: string | null;
  /** End of the shift or gap; null if the end is more than two months away. */
  readonly until: number | null;
  /** Member on call from `until` on; null if a gap follows, or if `until` is null. */
  readonly nextMemberID: string | null;
}

/** Returns who is on call at a time. */
export function onCallAt(roster: Roster, at: number, isMember: (memberID: string) => boolean): OnCallNow {
  const end = at + AHEAD_MS;
  const { spans } = coverage(roster, { from: at, to: end }, isMember);
  const [current, next] = spans[0]?.from === at ? spans : [null, spans[0]];
  const until = joinedEnd(spans, current ?? null) ?? next?.from ?? end;
  const following = spans.find(({ from }) => from === until);
  return {
    memberID: current?.memberID ?? null,
    until: until >= end ? null : until,
    nextMemberID: following?.memberID ?? null,
  };
}

/**
 * Returns when the current member's time on call ends. Consecutive shifts and overrides of the same member count as one period.
 */
function joinedEnd(spans: Spans, current: Span | null): number | null {
  if (current === null) return null;
  let { to } = current;
  for (const span of spans) if (span.from === to && span.memberID === current.memberID) to = span.to;
  return to;
}

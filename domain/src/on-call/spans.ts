/** A period between two epoch times in milliseconds. The end is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A period in which one member is on call. */
export interface Span extends Period {
  readonly memberID: string;
  /** Short ID of the override that put the member on call; null for a regular shift. */
  readonly override: string | null;
}

/** Spans in chronological order, without overlaps. */
export type Spans = readonly Span[];

/** Returns the parts of the spans that lie within any of the periods. */
export function intersect<T extends Period>(spans: readonly T[], periods: readonly Period[]): readonly T[] {
  return spans.flatMap((span) =>
    periods
      .map(({ from, to }) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }))
      .filter(({ from, to }) => from < to),
  );
}

/** Returns the parts of the spans that lie outside all of the periods. */
export function subtract<T extends Period>(spans: readonly T[], periods: readonly Period[]): readonly T[] {
  return spans.flatMap((span) => intersect([span], findGaps(periods, span)));
}

/** Returns the parts of a window that no span covers. */
export function findGaps(spans: readonly Period[], window: Period): readonly Period[] {
  const gaps: Period[] = [];
  let { from } = window;
  for (const span of spans) {
    if (span.to <= from) continue;
    if (span.from >= window.to) break;
    if (span.from > from) gaps.push({ from, to: span.from });
    from = span.to;
  }
  if (from < window.to) gaps.push({ from, to: window.to });
  return gaps;
}

export function inOrder<T extends Period>(spans: readonly T[]): readonly T[] {
  return spans.toSorted((a, b) => a.from - b.from);
}

/** Joins spans of the same member that follow each other. */
export function joinSpans(spans: Spans): Spans {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last?.to === span.from && last.memberID === span.memberID && last.override === span.override)
      result[result.length - 1] = { ...last, to: span.to };
    else result.push(span);
  }
  return result;
}

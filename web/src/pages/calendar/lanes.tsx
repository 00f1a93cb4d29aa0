import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { positionOf, type Ticks, type View } from '../../drawing/time-scale.ts';
import { usePreferences } from '../../preferences/preferences.ts';
import { formatSeconds } from '../../time/format-duration.ts';
import { type CalendarJob, endOf } from './forecast.ts';
import { words, writeClock } from './words.ts';

export interface Job extends CalendarJob {
  readonly shortID: string;
  readonly name: string;
}

const ROW_HEIGHTS = { comfortable: 34, compact: 26 };
const OVERSCAN = 8;
const WIDTH_MIN = 3;
/** Maximum times of one job that a screen reader reads out. */
const TIMES_MAX = 6;

interface LanesProps {
  readonly jobs: readonly Job[];
  readonly view: View;
  readonly ticks: Ticks;
  readonly names: number;
  readonly width: number;
  readonly referenceAt: number;
  readonly zone: string;
}

/** A lane for each job. Only visible lanes are drawn. */
export function Lanes({ jobs, names, ...drawing }: LanesProps) {
  const height = ROW_HEIGHTS[usePreferences().density];
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtual = useWindowVirtualizer({
    count: jobs.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: offset,
    getItemKey: (index) => jobs[index]?.shortID ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: size estimates depend on the height.
  useLayoutEffect(() => virtual.measure(), [height]);
  return (
    <ul ref={list} aria-label={words.lanes} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const job = jobs[item.index];
        return job === undefined ? null : (
          <li
            key={item.key}
            className="absolute inset-x-0 flex items-center border-b border-line last:border-0 hover:bg-hover"
            style={{ top: item.start - virtual.options.scrollMargin, height }}
          >
            <Link
              to="/monitors/$shortID"
              params={{ shortID: job.shortID }}
              className="truncate px-3 text-table hover:underline"
              style={{ width: names }}
            >
              {job.name}
            </Link>
            <Lane job={job} {...drawing} />
          </li>
        );
      })}
    </ul>
  );
}

function Lane({
  job,
  view,
  ticks,
  width,
  referenceAt,
  zone,
}: Omit<LanesProps, 'jobs' | 'names'> & { readonly job: Job }) {
  const text = describeJob(job, { zone, referenceAt });
  return (
    <div className="relative h-full overflow-hidden" style={{ width }} title={text}>
      <span className="sr-only">{text}</span>
      {ticks.ticks.map(({ at }) => (
        <i
          key={at}
          aria-hidden="true"
          className="absolute inset-y-0 w-px bg-line"
          style={{ left: positionOf(at, view, width) }}
        />
      ))}
      {job.runs.map(({ firstAt, lastAt }) => {
        const left = positionOf(firstAt, view, width);
        const length = positionOf(endOf(lastAt, job.usualMs), view, width) - left;
        return (
          <i
            key={firstAt}
            aria-hidden="true"
            className={`absolute top-1/2 h-3 -translate-y-1/2 rounded-sm ${lastAt > firstAt ? 'hatched border border-line-strong bg-sunken text-ink' : 'bg-accent'}`}
            style={{ left, width: Math.max(WIDTH_MIN, length) }}
          />
        );
      })}
    </div>
  );
}

function describeJob(
  { runs, usualMs }: Job,
  place: { readonly zone: string; readonly referenceAt: number },
): string {
  const times = runs
    .slice(0, TIMES_MAX)
    .map(({ firstAt, lastAt }) =>
      lastAt > firstAt
        ? words.frequentRow(writeClock(firstAt, place), writeClock(lastAt, place))
        : words.singleRow(writeClock(firstAt, place)),
    );
  const rest = runs.length - times.length;
  return [
    ...times,
    ...(rest === 0 ? [] : [words.more(rest)]),
    usualMs === null ? words.unmeasured : words.usually(formatSeconds(usualMs / 1000)),
  ].join(', ');
}

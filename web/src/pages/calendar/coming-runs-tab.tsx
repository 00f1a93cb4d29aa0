import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import { type ListView, NO_FILTERS, searchOf, viewOf } from '@overdue/domain/views/list-view.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { expectedRunsQuery } from '../../data/runs/expected.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { useListing } from '../../data/use-listing.ts';
import { MonitorFilters } from '../../monitor/monitor-filters.tsx';
import { useAtEachSecond } from '../../time/ticker.ts';
import { ownZone } from '../../time/zone.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { useSearchText } from '../../ui/form/use-search-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { ComingRunsDrawing } from './coming-runs-drawing.tsx';
import type { Job } from './lanes.tsx';
import { dayBeside, type Period, type PeriodKind, type PeriodSearch, periodOf } from './period.ts';
import { words, writeClock } from './words.ts';

const NO_NAMES: ReadonlyMap<string, string> = new Map();

export function ComingRunsTab() {
  const { tab: _tab, span, day, ...filters } = useSearch({ from: '/signed-in/shell/days' });
  const navigate = useNavigate({ from: '/days' });
  const zone = ownZone();
  const now = useAtEachSecond((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const period = periodOf({ span, day }, now, zone);
  const view = useMemo(() => ({ from: period.from, to: period.to }), [period.from, period.to]);
  const [text, setText] = useSearchText(filters.q ?? '', (q) => changeList({ q }));
  // Compared by content, because `filters` is a new object in every render.
  const listKey = JSON.stringify({ ...filters, q: useDeferredValue(text) });
  const list = useMemo(() => viewOf(JSON.parse(listKey)), [listKey]);
  const { data } = useQuery(monitorsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: expected, error, refetch } = useQuery(expectedRunsQuery(view));
  const monitors = useMemo(() => data?.monitors ?? [], [data?.monitors]);
  const { rows, counts } = useListing(monitors, list, NO_NAMES);

  const jobs = useMemo(() => {
    const byID = new Map((expected ?? []).map((monitor) => [monitor.shortID, monitor]));
    return rows
      .flatMap(({ monitor: { shortID, name } }): Job[] => {
        const one = byID.get(shortID);
        if (one === undefined) return [];
        const runs = one.spans.map(({ firstAt, lastAt }) => ({
          firstAt: Date.parse(firstAt),
          lastAt: Date.parse(lastAt),
        }));
        return [
          { shortID, name, runs, usualMs: one.usualDuration === null ? null : one.usualDuration * 1000 },
        ];
      })
      .sort((a, b) => (a.runs[0]?.firstAt ?? 0) - (b.runs[0]?.firstAt ?? 0) || (a.name < b.name ? -1 : 1));
  }, [rows, expected]);

  const changeList = (change: Partial<ListView>): void =>
    void navigate({
      search: (before) => ({
        tab: before.tab,
        span: before.span,
        day: before.day,
        ...searchOf({ ...list, q: text, ...change }),
      }),
      replace: true,
      resetScroll: false,
    });
  const clear = () => changeList(NO_FILTERS);

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <MonitorFilters
          view={list}
          text={text}
          onText={setText}
          onChange={changeList}
          monitors={monitors}
          projects={projects}
          counts={counts}
        />
        <span className="ml-auto max-md:ml-0 max-md:w-full">
          <PeriodControls
            period={period}
            zone={zone}
            now={now}
            onChange={(change) =>
              void navigate({
                search: (before) => ({ ...before, ...change }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </span>
      </div>
      {expected === undefined || data === undefined ? (
        error === null ? (
          <Skeleton className="h-80 w-full" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : jobs.length > 0 ? (
        <ComingRunsDrawing jobs={jobs} view={view} now={now} zone={zone} />
      ) : expected.length > 0 && rows.length < monitors.length ? (
        <EmptyState
          icon="filter"
          title={words.noMatch}
          action={<Button onClick={clear}>{words.clear}</Button>}
        >
          {words.noMatchHint}
        </EmptyState>
      ) : (
        <EmptyState icon="calendar" title={words.none}>
          {words.noneHint}
        </EmptyState>
      )}
    </div>
  );
}

interface PeriodControlsProps {
  readonly period: Period;
  readonly zone: string;
  readonly now: number;
  readonly onChange: (search: PeriodSearch) => void;
}

function PeriodControls({ period, zone, now, onChange }: PeriodControlsProps) {
  const { kind, from, to } = period;
  const isCurrent = periodOf({ span: kind }, now, zone).day === period.day;
  // Always shows the date, because the period may be far away.
  const write = (at: number) => writeClock(at, { zone, referenceAt: 0 });
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:justify-between">
      <span className="numeric text-soft">{`${write(from)} – ${write(to)}`}</span>
      <span className="flex items-center">
        <IconButton
          label={words.previous[kind]}
          disabled={isCurrent}
          onClick={() => onChange({ day: dayBeside(period, -1) })}
        >
          <Icon name="chevron-left" />
        </IconButton>
        <Button disabled={isCurrent} onClick={() => onChange({ day: undefined })}>
          {words.current[kind]}
        </Button>
        <IconButton label={words.next[kind]} onClick={() => onChange({ day: dayBeside(period, 1) })}>
          <Icon name="chevron-right" />
        </IconButton>
      </span>
      <Segments<PeriodKind>
        label={words.spanLabel}
        value={kind}
        options={(['night', 'week'] as const).map((value) => ({ value, label: words.spans[value] }))}
        onChange={(next) => onChange({ span: next === 'night' ? undefined : next, day: undefined })}
      />
    </div>
  );
}

import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import { readList, writeList } from '@overdue/domain/views/list-view.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useShortcuts } from '../../app/keyboard/keyboard.ts';
import { incidentsQuery } from '../../data/alerts/incidents.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { tagCounts } from '../../data/monitors/tag-counts.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { SEVERITY_NAMES } from '../../monitor/alert-choices.ts';
import { momentOf } from '../../time/local-time.ts';
import { formatter, ownZone } from '../../time/zone.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Facet } from '../../ui/facet/facet.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { FoundIncidents, OpenFirst } from './incident-lists.tsx';
import { words } from './words.ts';

type Filter = 'all' | 'open' | 'closed';
const route = getRouteApi('/signed-in/shell/incidents');

export function IncidentsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const lists = useIncidentKeys<HTMLDivElement>();
  const state = search.state === 'open' || search.state === 'closed' ? search.state : undefined;
  // Without a filter, open incidents are listed above ended incidents.
  const opened = dayIn(search.day) ?? periodIn(search.from, search.to);
  const { project, tag, severity } = search;
  const isFiltered = project !== undefined || tag !== undefined || severity !== undefined;
  const isGrouped = state === undefined && search.monitor === undefined && opened === undefined;
  const byEnd = isGrouped || state === 'closed';
  const incidents = useInfiniteQuery(
    incidentsQuery({
      state: isGrouped ? 'closed' : state,
      order: byEnd ? 'ended' : 'opened',
      monitor: search.monitor,
      opened,
      project,
      tag,
      severity,
    }),
  );
  const loaded = incidents.data?.pages.flatMap((page) => page.incidents);
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <Segments<Filter>
            label={words.filterLabel}
            value={state ?? 'all'}
            onChange={(next) =>
              void navigate({
                search: (before) => ({ ...before, state: next === 'all' ? undefined : next }),
                replace: true,
              })
            }
            options={(['all', 'open', 'closed'] as const).map((value) => ({
              value,
              label: words.filters[value],
            }))}
          />
        }
      />
      {search.monitor === undefined ? (
        <IncidentFilters
          search={search}
          onChange={(change) =>
            void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
          }
        />
      ) : (
        <MonitorFilter shortID={search.monitor} />
      )}
      {opened === undefined ? null : <DayFilter {...opened} isDay={search.day !== undefined} />}
      {incidents.error !== null && loaded === undefined ? (
        <ErrorState error={incidents.error} onRetry={() => void incidents.refetch()} />
      ) : null}
      {incidents.isPending ? <TableSkeleton /> : null}
      <div ref={lists}>
        {loaded !== undefined && isGrouped ? (
          <OpenFirst ended={loaded} filter={{ project, tag, severity }} isFiltered={isFiltered} />
        ) : null}
        {loaded === undefined || isGrouped ? null : (
          <FoundIncidents
            incidents={loaded}
            emptyText={isFiltered ? words.empty.filtered : words.empty[state === 'open' ? 'open' : 'all']}
            byEnd={byEnd}
          />
        )}
      </div>
      {incidents.hasNextPage ? (
        <Button
          className="mx-auto mt-4 flex"
          busy={incidents.isFetchingNextPage}
          onClick={() => void incidents.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </>
  );
}

/** Parses a local day such as `2026-11-21`; undefined if the text isn't a day. */
function dayIn(text: string | undefined): { readonly from: string; readonly to: string } | undefined {
  const local = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  if (!Number.isFinite(local)) return undefined;
  const [from, to] = [local, local + DAY_MS].map((at) => new Date(momentOf(at, ownZone())).toISOString());
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Parses a period with both ends inclusive; undefined if a time is missing or invalid. */
function periodIn(
  from: string | undefined,
  to: string | undefined,
): { readonly from: string; readonly to: string } | undefined {
  const [start, end] = [from, to].map((time) => Date.parse(time ?? ''));
  if (start === undefined || end === undefined || !Number.isFinite(start + end)) return undefined;
  return { from: new Date(start).toISOString(), to: new Date(end + 1).toISOString() };
}

function DayFilter({
  from,
  to,
  isDay,
}: {
  readonly from: string;
  readonly to: string;
  readonly isDay: boolean;
}) {
  const time = formatter(ownZone(), { dateStyle: 'medium', timeStyle: 'short' });
  const date = formatter(ownZone(), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <p className="flex items-center gap-3 pb-3">
      {isDay
        ? words.ofDay(date.format(Date.parse(from)))
        : words.ofPeriod(time.format(Date.parse(from)), time.format(Date.parse(to)))}
      <Link
        to="/incidents"
        search={(before) => ({ ...before, day: undefined, from: undefined, to: undefined })}
        className={buttonClass('quiet')}
      >
        {words.clearDay}
      </Link>
    </p>
  );
}

function MonitorFilter({ shortID }: { readonly shortID: string }) {
  const { data } = useQuery(monitorsQuery);
  const name = data?.monitors.find((monitor) => monitor.shortID === shortID)?.name ?? shortID;
  return (
    <p className="flex items-center gap-3 pb-3">
      {words.ofMonitor(name)}
      <Link
        to="/incidents"
        search={(before) => ({ ...before, monitor: undefined })}
        className={buttonClass('quiet')}
      >
        {words.clear}
      </Link>
    </p>
  );
}

/** Values of the filters, in the format of the API. */
interface FilterSearch {
  readonly project?: string | undefined;
  readonly tag?: string | undefined;
  readonly severity?: string | undefined;
}

interface IncidentFiltersProps {
  readonly search: FilterSearch;
  readonly onChange: (change: FilterSearch) => void;
}

/** Filters incidents by the project, the tags and the severity of their monitors. */
function IncidentFilters({ search, onChange }: IncidentFiltersProps) {
  const { data: projects } = useQuery(projectsQuery);
  const { data } = useQuery(monitorsQuery);
  const tags = useMemo(() => tagCounts(data?.monitors ?? []), [data]);
  const facet = (key: keyof FilterSearch) => ({
    name: words.filterNames[key],
    value: readList(search[key]),
    onChange: (next: readonly string[]) =>
      onChange({ [key]: next.length === 0 ? undefined : writeList(next) }),
  });
  return (
    <search aria-label={words.filterLabel} className="flex flex-wrap items-center gap-2 pb-3">
      <Facet
        {...facet('project')}
        options={(projects ?? []).map(({ shortID, name }) => ({ value: shortID, label: name }))}
      />
      <Facet {...facet('tag')} options={tags.map(({ value, label }) => ({ value, label }))} />
      <Facet
        {...facet('severity')}
        options={SEVERITIES.toReversed().map((value) => ({ value, label: SEVERITY_NAMES[value] }))}
      />
    </search>
  );
}

/**
 * Handles the shortcuts of the lists of incidents. They move the focus between the links of all rows, so Enter opens an incident.
 * Returns the ref of the element that contains the lists.
 */
function useIncidentKeys<E extends HTMLElement>(): RefObject<E | null> {
  const lists = useRef<E>(null);
  const links = () => [...(lists.current?.querySelectorAll<HTMLElement>('[data-incident]') ?? [])];
  const focused = (all: readonly HTMLElement[]) =>
    all.findIndex((link) => rowOf(link)?.contains(document.activeElement));

  function move(by: 1 | -1): void {
    const rowLinks = links();
    const index = focused(rowLinks);
    const next = rowLinks[index === -1 ? 0 : index + by];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  }

  /** Clicks a control in the focused row. */
  function press(control: string): void {
    const rowLinks = links();
    rowOf(rowLinks[focused(rowLinks)])?.querySelector<HTMLElement>(control)?.click();
  }

  const selectionBar = () =>
    lists.current?.querySelector<HTMLElement>('[data-acknowledge-selection]') ?? null;

  useKeptFocus(lists);
  useShortcuts({
    next: () => move(1),
    previous: () => move(-1),
    select: () => press('[data-select]'),
    selectAll: () => lists.current?.querySelector<HTMLElement>('[data-select-all]')?.click(),
    acknowledge() {
      if (selectionBar() === null) press('[data-acknowledge]');
      else selectionBar()?.click();
    },
  });
  return lists;
}

function rowOf(link: HTMLElement | undefined): Element | null {
  return link?.closest('tr') ?? null;
}

/** Moves the focus to the link of the row when the focused button disappears, for example after it acknowledged the incident. */
function useKeptFocus(lists: RefObject<HTMLElement | null>): void {
  const focused = useRef<{ readonly control: Element; readonly row: Element | null }>(null);
  useEffect(() => {
    const element = lists.current;
    if (element === null) return;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused.current = { control: target, row: target.closest('tr') };
    };
    const observer = new MutationObserver(() => {
      const last = focused.current;
      if (last === null || last.control.isConnected || document.activeElement !== document.body) return;
      const place = last.row?.isConnected === true ? last.row : element;
      place.querySelector<HTMLElement>('[data-incident]')?.focus();
    });
    element.addEventListener('focusin', remember);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [lists]);
}

import { SEARCH_KINDS, type SearchKind } from '@overdue/domain/search/search-kinds.ts';
import { SEARCH_LENGTH_MAX } from '@overdue/domain/search/search-query.ts';
import { DAY_MS } from '@overdue/domain/time-units.ts';
import type { SearchResult } from '@overdue/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useShortcuts } from '../../app/keyboard/keyboard.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { searchQuery } from '../../data/search.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { readLocalInput, writeLocalInput } from '../../time/local-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { ToolbarSelect } from '../../ui/form/toolbar-select.tsx';
import { useSearchText } from '../../ui/form/use-search-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states.tsx';
import { SearchResults } from './search-results.tsx';
import { words } from './words.ts';

const route = getRouteApi('/signed-in/shell/search');
type Filters = ReturnType<typeof route.useSearch>;
type ChangeFilters = (change: Filters) => void;

export function SearchPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const change: ChangeFilters = (next) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  const [text, setText] = useSearchText(filters.q ?? '', (q) => change({ q: q === '' ? undefined : q }));
  const { data: projects = [] } = useQuery(projectsQuery);
  const projectNames = useMemo(
    () => new Map(projects.map(({ shortID, name }) => [shortID, name])),
    [projects],
  );
  return (
    <>
      <PageHeader title={words.title} />
      <search className="flex flex-wrap items-center gap-2 pb-3">
        <SearchField text={text} onText={setText} />
        <KindChoice filters={filters} onChange={change} />
        <span aria-hidden="true" className="basis-full max-md:hidden" />
        <TimeFilter times={filters} onChange={change} />
        {projects.length < 2 ? null : (
          <ToolbarSelect
            label={words.project}
            value={filters.project ?? ''}
            onChange={(project) => change({ project: project === '' ? undefined : project })}
            options={[
              { value: '', label: words.anyProject },
              ...projects.map(({ shortID, name }) => ({ value: shortID, label: name })),
            ]}
            className="w-44! max-md:w-auto! max-md:min-w-32 max-md:flex-1 max-md:text-base!"
          />
        )}
      </search>
      {filters.monitor === undefined ? null : <MonitorFilter shortID={filters.monitor} onChange={change} />}
      <Found filters={filters} projectNames={projectNames} />
    </>
  );
}

function SearchField({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ search: () => field.current?.focus() });
  return (
    <SearchInput
      ref={field}
      type="search"
      // The field gets the focus, because searching is the page's only purpose.
      autoFocus
      label={words.field}
      placeholder={words.placeholder}
      value={text}
      onText={onText}
      maxLength={SEARCH_LENGTH_MAX}
      boxClass="h-9 min-w-60 flex-1 basis-80 gap-2 rounded-md border border-line-strong bg-panel px-3 has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:h-11 max-md:basis-full"
      className="max-md:text-base"
    />
  );
}

interface FilterProps {
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
}

function KindChoice({ filters, onChange }: FilterProps) {
  return (
    <Segments<SearchKind | 'all'>
      label={words.kindLabel}
      value={kindOf(filters) ?? 'all'}
      onChange={(kind) => onChange({ kind: kind === 'all' ? undefined : kind })}
      options={(['all', ...SEARCH_KINDS] as const).map((value) => ({ value, label: words.kinds[value] }))}
    />
  );
}

function kindOf({ kind }: Filters): SearchKind | undefined {
  return SEARCH_KINDS.find((candidate) => candidate === kind);
}

function MonitorFilter({
  shortID,
  onChange,
}: {
  readonly shortID: string;
  readonly onChange: ChangeFilters;
}) {
  const { data } = useQuery(monitorsQuery);
  const name = data?.monitors.find((monitor) => monitor.shortID === shortID)?.name ?? shortID;
  return (
    <p className="flex items-center gap-3 pb-3">
      {words.ofMonitor(name)}
      <Button variant="quiet" onClick={() => onChange({ monitor: undefined })}>
        {words.clear}
      </Button>
    </p>
  );
}

interface FoundProps {
  readonly filters: Filters;
  readonly projectNames: ReadonlyMap<string, string>;
}

function Found({ filters, projectNames }: FoundProps) {
  const { q = '', project, monitor, from, to } = filters;
  const search = useInfiniteQuery(searchQuery({ q, kind: kindOf(filters), project, monitor, from, to }));
  if (q === '')
    return (
      <EmptyState icon="search" title={words.start.title}>
        {words.start.hint}
      </EmptyState>
    );
  if (q.length > SEARCH_LENGTH_MAX)
    return (
      <EmptyState icon="search" title={words.tooLong.title}>
        {words.tooLong.hint(SEARCH_LENGTH_MAX)}
      </EmptyState>
    );
  if (search.data === undefined)
    return search.error === null ? (
      <TableSkeleton />
    ) : (
      <ErrorState error={search.error} onRetry={() => void search.refetch()} />
    );
  const results = search.data.pages.flatMap((page) => page.results);
  return (
    <>
      <p role="status" className="pb-2 text-table text-soft">
        {words.found(results.length, search.hasNextPage)}
      </p>
      {results.length === 0 ? (
        <NothingFound isMore={search.hasNextPage} />
      ) : (
        <Panel flush>
          <SearchResults results={groupedByKind(results)} projectNames={projectNames} />
        </Panel>
      )}
      {search.hasNextPage ? (
        <Button
          className="mx-auto mt-4 flex"
          busy={search.isFetchingNextPage}
          onClick={() => void search.fetchNextPage()}
        >
          {results.length === 0 ? words.goOn : words.more}
        </Button>
      ) : null}
    </>
  );
}

function NothingFound({ isMore }: { readonly isMore: boolean }) {
  return (
    <EmptyState icon="search" title={words.none.title}>
      {isMore ? words.none.older : words.none.hint}
    </EmptyState>
  );
}

/** Groups the results by kind, because a page of results mixes the kinds. */
function groupedByKind(results: readonly SearchResult[]): readonly SearchResult[] {
  return SEARCH_KINDS.flatMap((kind) => results.filter((result) => result.kind === kind));
}

const PERIODS = ['any', 'day', 'week', 'month', 'custom'] as const;
type Period = (typeof PERIODS)[number];
const DAYS = { day: 1, week: 7, month: 30 } as const;

interface Times {
  /** Times in the URL, in RFC 3339 format; undefined without a limit. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface TimeFilterProps {
  readonly times: Times;
  readonly onChange: (times: Times) => void;
}

/** Limits the results to a period in the reader's zone. Shows the start and end once a period is chosen. */
function TimeFilter({ times: { from, to }, onChange }: TimeFilterProps) {
  const [chosen, setChosen] = useState<Period>('any');
  const isLimited = from !== undefined || to !== undefined;
  const period = isLimited && chosen === 'any' ? 'custom' : chosen;
  function choose(next: Period): void {
    setChosen(next);
    if (next === 'any') onChange({ from: undefined, to: undefined });
    else if (next !== 'custom')
      onChange({ from: new Date(Date.now() - DAYS[next] * DAY_MS).toISOString(), to: undefined });
  }
  return (
    <>
      <ToolbarSelect
        label={words.period}
        value={period}
        onChange={choose}
        options={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
        className="w-40! max-md:w-auto! max-md:min-w-32 max-md:flex-1 max-md:text-base!"
      />
      {period === 'any' ? null : (
        <>
          <TimeField label={words.from} value={from} onChange={(time) => onChange({ from: time, to })} />
          <TimeField label={words.to} value={to} onChange={(time) => onChange({ from, to: time })} />
        </>
      )}
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (time: string | undefined) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  const zone = ownZone();
  const at = value === undefined ? Number.NaN : Date.parse(value);
  return (
    <Field
      label={label}
      className="flex-row! items-center gap-2! max-md:basis-full max-md:*:first:w-14 max-md:*:first:shrink-0"
    >
      <TextInput
        type="datetime-local"
        value={Number.isNaN(at) ? '' : writeLocalInput(at, zone)}
        onValueChange={(text: string) => {
          const time = readLocalInput(text, zone);
          onChange(time === null ? undefined : new Date(time).toISOString());
        }}
        className="w-52! max-md:w-auto! max-md:flex-1 max-md:text-base!"
      />
    </Field>
  );
}

import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import {
  isNarrowed,
  type ListView,
  NO_FILTERS,
  STATUSES_WORST_FIRST,
} from '@overdue/domain/views/list-view.ts';
import type { MonitorRow, Project, Status } from '@overdue/sdk';
import { type ReactNode, type Ref, useId, useMemo, useState } from 'react';
import { tagCounts } from '../data/monitors/tag-counts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Facet } from '../ui/facet/facet.tsx';
import { Icon } from '../ui/icon.tsx';
import { KeyboardKey } from '../ui/tag.tsx';
import { words as ui } from '../ui/words.ts';
import { SEVERITY_NAMES } from './alert-choices.ts';
import { StatusShape } from './status.tsx';

const words = {
  search: 'Search monitors',
  searchHint: 'Search name, tag, ping ID…',
  clearSearch: 'Clear search',
  project: 'Project',
  status: 'Status',
  tag: 'Tag',
  severity: 'Severity',
  filters: 'Filters',
  clear: 'Clear filters',
  chosen: (count: number) => `${count} set`,
} as const;

interface MonitorFiltersProps {
  readonly view: Omit<ListView, 'sort'>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChange: (change: Partial<Omit<ListView, 'sort'>>) => void;
  readonly monitors: readonly MonitorRow[];
  readonly projects: readonly Project[];
  readonly counts: Readonly<Record<Status, number>>;
  /** Lets a shortcut focus the search field. */
  readonly searchRef?: Ref<HTMLInputElement>;
  /** Whether phones also show the counts by status. */
  readonly hasCounts?: boolean;
  /** Further controls beside the filters. */
  readonly children?: ReactNode;
}

/** The search and the filters. On phones, a button shows the filters below the search. */
export function MonitorFilters({
  view,
  text,
  onText,
  onChange,
  monitors,
  projects,
  counts,
  searchRef,
  hasCounts = false,
  children,
}: MonitorFiltersProps) {
  const tags = useMemo(() => tagCounts(monitors), [monitors]);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chosen = [view.projects, view.tags, view.severities, hasCounts ? [] : view.statuses].flat().length;
  function clear(): void {
    onText('');
    onChange(NO_FILTERS);
  }
  return (
    <>
      <SearchField value={text} onChange={onText} inputRef={searchRef} />
      <Button
        className="md:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        <Icon name="filter" />
        {words.filters}
        {chosen === 0 ? null : <CountMark count={chosen} />}
      </Button>
      <div id={id} className={classNames('contents', !isOpen && 'max-md:hidden')}>
        <Facet
          name={words.project}
          value={view.projects}
          onChange={(next) => onChange({ projects: next })}
          options={projects.map(({ shortID, name, monitors: count }) => ({
            value: shortID,
            label: name,
            count,
          }))}
        />
        <Facet
          className={hasCounts ? 'max-md:hidden!' : ''}
          name={words.status}
          value={view.statuses}
          onChange={(next) => onChange({ statuses: next })}
          options={STATUSES_WORST_FIRST.map((status) => ({
            value: status,
            label: ui.status[status],
            count: counts[status],
            icon: <StatusShape status={status} silent />,
          }))}
        />
        <Facet
          name={words.tag}
          value={view.tags}
          onChange={(next) => onChange({ tags: next })}
          options={tags}
        />
        <Facet
          name={words.severity}
          value={view.severities}
          onChange={(next) => onChange({ severities: next })}
          options={SEVERITIES.toReversed().map((value) => ({ value, label: SEVERITY_NAMES[value] }))}
        />
        {children}
        {isNarrowed(view) ? (
          <Button variant="quiet" onClick={clear}>
            {words.clear}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function CountMark({ count }: { readonly count: number }) {
  return (
    <span className="numeric rounded-full bg-accent-wash px-1.5 text-xs font-medium text-accent">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{words.chosen(count)}</span>
    </span>
  );
}

function SearchField({
  value,
  onChange,
  inputRef,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef: Ref<HTMLInputElement> | undefined;
}) {
  return (
    <div className="relative min-w-44 flex-1 max-md:min-w-32 max-md:basis-[calc(100%-8rem)]">
      <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-soft">
        <Icon name="search" />
      </span>
      <input
        ref={inputRef}
        type="search"
        aria-label={words.search}
        placeholder={words.searchHint}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (value === '') focusCurrentRow(event.currentTarget);
          else onChange('');
        }}
        className="calm h-8 w-full rounded-md border border-line-strong bg-panel pl-8.5 pr-9 placeholder:text-soft hover:border-soft focus-visible:outline-offset-0 max-md:h-10 max-md:text-lg [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute inset-y-0 right-1.5 flex items-center">
        {value === '' ? (
          inputRef === undefined ? null : (
            <span aria-hidden="true" className="max-md:hidden">
              <KeyboardKey>/</KeyboardKey>
            </span>
          )
        ) : (
          <IconButton
            label={words.clearSearch}
            onClick={() => onChange('')}
            className="size-6! max-md:size-10!"
          >
            <Icon name="close" />
          </IconButton>
        )}
      </span>
    </div>
  );
}

/** Moves the focus to the current row of the list. */
function focusCurrentRow(field: HTMLElement): void {
  const row = document.querySelector<HTMLElement>('[data-row] :is(a, [data-group])[tabindex="0"]');
  if (row === null) field.blur();
  else row.focus();
}

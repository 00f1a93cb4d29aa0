import type { Monitor, Project, Status } from '@overdue/sdk';
import { type Ref, useMemo } from 'react';
import type { ListView } from '../data/monitors/monitor-view.ts';
import { STATUSES } from '../data/monitors/statuses.ts';
import { IconButton } from '../ui/button.tsx';
import { Facet } from '../ui/facet/facet.tsx';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/tag.tsx';
import { words as ui } from '../ui/words.ts';
import { words } from './filter-words.ts';
import { StatusShape } from './status.tsx';

interface MonitorFiltersProps {
  readonly view: Omit<ListView, 'sort'>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChange: (change: Partial<Omit<ListView, 'sort'>>) => void;
  readonly monitors: readonly Monitor[];
  readonly projects: readonly Project[];
  readonly counts: Readonly<Record<Status, number>>;
  /** Lets a shortcut focus the search field. */
  readonly searchRef?: Ref<HTMLInputElement>;
  /** Whether to show the counts by status on phones, too. */
  readonly hasCounts?: boolean;
}

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
}: MonitorFiltersProps) {
  const tags = useMemo(() => countTags(monitors), [monitors]);
  return (
    <>
      <SearchField value={text} onChange={onText} inputRef={searchRef} />
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
        options={STATUSES.map((status) => ({
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
    </>
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
    <div className="relative min-w-44 flex-1 max-md:basis-full">
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
          if (value === '') event.currentTarget.blur();
          else onChange('');
        }}
        className="calm h-8 w-full rounded-md border border-line-strong bg-panel pl-8.5 pr-9 placeholder:text-soft hover:border-soft focus-visible:outline-offset-0 max-md:h-10 max-md:text-lg [&::-webkit-search-cancel-button]:hidden"
      />
      <span className="absolute inset-y-0 right-1.5 flex items-center">
        {value === '' ? (
          inputRef === undefined ? null : (
            <span aria-hidden="true" className="max-md:hidden">
              <Key>/</Key>
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

function countTags(monitors: readonly Monitor[]) {
  const counts = new Map<string, number>();
  for (const { tags } of monitors) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([tag, count]) => ({ value: tag, label: tag, count }));
}

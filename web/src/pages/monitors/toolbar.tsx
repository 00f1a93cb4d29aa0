import { GROUPINGS, SORTS } from '@overdue/domain/views/list-view.ts';
import type { MonitorRow, Project, Status } from '@overdue/sdk';
import type { Ref } from 'react';
import { MonitorFilters } from '../../monitor/monitor-filters.tsx';
import { ToolbarSelect } from '../../ui/form/toolbar-select.tsx';
import type { ListViewState } from './use-view-search.ts';
import { ViewsMenu } from './views/views-menu.tsx';
import { words } from './words.ts';

interface ToolbarProps {
  readonly search: ListViewState;
  readonly monitors: readonly MonitorRow[];
  readonly projects: readonly Project[];
  readonly counts: Readonly<Record<Status, number>>;
  readonly searchRef: Ref<HTMLInputElement>;
}

export function Toolbar({ search, ...filters }: ToolbarProps) {
  const { view, text, setText, changeView } = search;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <MonitorFilters view={view} text={text} onText={setText} onChange={changeView} {...filters} hasCounts>
        <ToolbarSelect
          label={words.sort}
          value={view.sort}
          onChange={(sort) => changeView({ sort })}
          options={SORTS.map((sort) => ({ value: sort, label: words.sorts[sort] }))}
          className="w-40! max-md:w-auto! max-md:min-w-24 max-md:flex-1 max-md:text-base!"
        />
        <ToolbarSelect
          label={words.group.label}
          value={view.group}
          onChange={(group) => changeView({ group })}
          options={GROUPINGS.map((grouping) => ({ value: grouping, label: words.group.by[grouping] }))}
          className="w-36! max-md:w-auto! max-md:min-w-24 max-md:flex-1 max-md:text-base!"
        />
        <ViewsMenu search={search} />
      </MonitorFilters>
    </search>
  );
}

import { GROUPINGS, type Grouping, type ListView, SORTS } from '@overdue/domain/views/list-view.ts';
import type { MonitorRow, Project, Status } from '@overdue/sdk';
import type { Ref } from 'react';
import { MonitorFilters } from '../../monitor/monitor-filters.tsx';
import { ToolbarSelect } from '../../ui/form/toolbar-select.tsx';
import { ViewsMenu } from './views/views-menu.tsx';
import { words } from './words.ts';

interface ToolbarProps {
  readonly view: ListView;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChange: (change: Partial<ListView>) => void;
  readonly monitors: readonly MonitorRow[];
  readonly projects: readonly Project[];
  readonly counts: Readonly<Record<Status, number>>;
  readonly searchRef: Ref<HTMLInputElement>;
  readonly grouping: Grouping;
  readonly onGrouping: (grouping: Grouping) => void;
}

export function Toolbar({ view, onChange, grouping, onGrouping, ...filters }: ToolbarProps) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <MonitorFilters view={view} onChange={onChange} {...filters} hasCounts>
        <ToolbarSelect
          label={words.sort}
          value={view.sort}
          onChange={(sort) => onChange({ sort })}
          options={SORTS.map((sort) => ({ value: sort, label: words.sorts[sort] }))}
          className="w-40! max-md:w-auto! max-md:min-w-24 max-md:flex-1 max-md:text-base!"
        />
        <ToolbarSelect
          label={words.group.label}
          value={grouping}
          onChange={onGrouping}
          options={GROUPINGS.map((grouping) => ({ value: grouping, label: words.group.by[grouping] }))}
          className="w-36! max-md:w-auto! max-md:min-w-24 max-md:flex-1 max-md:text-base!"
        />
        <ViewsMenu view={view} />
      </MonitorFilters>
    </search>
  );
}

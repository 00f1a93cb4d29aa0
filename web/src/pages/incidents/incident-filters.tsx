import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readList, writeList } from '../../data/monitors/monitor-view.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { tagCounts } from '../../data/monitors/tag-counts.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { SEVERITY_NAMES } from '../../monitor/alert-choices.ts';
import { Facet } from '../../ui/facet/facet.tsx';
import { words } from './words.ts';

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
export function IncidentFilters({ search, onChange }: IncidentFiltersProps) {
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

import { MINUTE_MS } from '@overdue/domain/time-units.ts';
import type { IncidentWithFailures } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MONITOR_COLUMN, OPENED_COLUMN, STATE_COLUMN } from './incident-columns.tsx';
import { words } from './words.ts';

type Related = IncidentWithFailures['related'][number];

const COLUMNS: readonly Column<Related>[] = [
  MONITOR_COLUMN,
  {
    key: 'relations',
    title: words.detail.relations,
    isUnlabelled: true,
    cell: ({ relations, commonTags }) => (
      <span className="flex flex-wrap gap-1">
        {relations.map((relation) =>
          relation === 'tag' ? (
            commonTags.map((tag) => <Tag key={`tag ${tag}`}>{words.commonTag(tag)}</Tag>)
          ) : (
            <Tag key={relation}>{words.relation[relation]}</Tag>
          ),
        )}
      </span>
    ),
  },
  STATE_COLUMN,
  OPENED_COLUMN,
];

/** Lists the incidents that have most in common with an incident, below the number of those that opened at the same time. */
export function RelatedIncidents({ incident }: { readonly incident: IncidentWithFailures }) {
  const { openedTogether, related } = incident;
  const { count, isMore, from, to } = openedTogether;
  const lengthMs = Date.parse(to) - Date.parse(from);
  return (
    <Panel title={words.detail.related} flush>
      {count < 2 ? null : (
        <p className="flex flex-wrap items-center gap-x-3 px-4 py-2">
          {words.detail.openedTogether({ count, isMore, minutes: Math.ceil(lengthMs / MINUTE_MS) })}
          <Link to="/incidents" search={{ from, to }} className={buttonClass('quiet')}>
            {words.detail.showTogether}
          </Link>
        </p>
      )}
      <Table
        label={words.detail.related}
        columns={COLUMNS}
        rows={related}
        rowKey={({ incidentID }) => incidentID}
      />
    </Panel>
  );
}

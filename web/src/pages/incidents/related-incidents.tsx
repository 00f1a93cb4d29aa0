import type { IncidentWithFailures } from '@overdue/sdk';
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
    obvious: true,
    cell: ({ relations }) => (
      <span className="flex gap-1">
        {relations.map((relation) => (
          <Tag key={relation}>{words.relation[relation]}</Tag>
        ))}
      </span>
    ),
  },
  STATE_COLUMN,
  OPENED_COLUMN,
];

export function RelatedIncidents({ incident }: { readonly incident: IncidentWithFailures }) {
  return (
    <Panel title={words.detail.related} flush>
      <Table
        label={words.detail.related}
        columns={COLUMNS}
        rows={incident.related}
        rowKey={({ incidentID }) => incidentID}
      />
    </Panel>
  );
}

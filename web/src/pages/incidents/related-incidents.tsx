import type { IncidentWithFailures } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../time/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { IncidentState } from './incident-state.tsx';
import { words } from './words.ts';

type Related = IncidentWithFailures['related'][number];

const COLUMNS: readonly Column<Related>[] = [
  {
    key: 'monitor',
    title: words.columns.monitor,
    wide: true,
    cell: ({ incidentID, monitor }) => (
      <Link
        to="/incidents/$incidentID"
        params={{ incidentID }}
        className="font-medium hover:text-accent hover:underline"
      >
        {monitor.name}
      </Link>
    ),
  },
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
  {
    key: 'state',
    title: words.columns.state,
    obvious: true,
    cell: (incident) => <IncidentState incident={incident} />,
  },
  {
    key: 'opened',
    title: words.columns.opened,
    align: 'right',
    cell: ({ openedAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={openedAt} />
      </span>
    ),
  },
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

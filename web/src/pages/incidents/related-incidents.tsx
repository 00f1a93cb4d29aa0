import type { IncidentWithFailures } from '@overdue/sdk';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
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

/** Incidents that are related only by a tag are folded if there are at least this many. */
const FOLDED_MIN = 4;

/**
 * Lists the first related incident of each monitor, strongest relations first. If many incidents are related only by a tag, folds
 * them.
 */
export function RelatedIncidents({ incident }: { readonly incident: IncidentWithFailures }) {
  const related = firstOfEachMonitor(incident.related);
  const [isOpen, setOpen] = useState(false);
  const weak = related.filter(({ relations }) => relations.every((relation) => relation === 'tag'));
  const isFolded = !isOpen && weak.length >= FOLDED_MIN;
  return (
    <Panel title={words.detail.related} flush>
      {isFolded && weak.length === related.length ? null : (
        <Table
          label={words.detail.related}
          columns={COLUMNS}
          rows={isFolded ? related.filter((incident) => !weak.includes(incident)) : related}
          rowKey={({ incidentID }) => incidentID}
        />
      )}
      {isFolded ? (
        <p className="p-2">
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {words.detail.showWeak(weak.length)}
          </Button>
        </p>
      ) : null}
    </Panel>
  );
}

function firstOfEachMonitor(related: readonly Related[]): readonly Related[] {
  return related.filter(
    ({ monitor }, index) => related.findIndex((other) => other.monitor.shortID === monitor.shortID) === index,
  );
}

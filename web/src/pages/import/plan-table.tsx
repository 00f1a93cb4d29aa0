import type { Import, ImportItem } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyButton } from '../../ui/copy.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { words } from './words.ts';

const OUTCOMES = ['create', 'exists', 'collision', 'left_out'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Maximum rows that a page shows. An import has up to 20,000 items. */
const SHOWN_MAX = 200;

export function PlanTable({ plan }: { readonly plan: Import }) {
  const { counts, items } = plan;
  const [chosen, setChosen] = useState<Outcome | 'all'>('all');
  const options = OUTCOMES.filter((outcome) => counts[outcome] > 0);
  const outcome = options.find((candidate) => candidate === chosen) ?? 'all';
  const rows = numberItems(items).filter(({ item }) => outcome === 'all' || item.outcome === outcome);
  if (items.length === 0) return <p className="text-soft">{words.noItems}</p>;
  return (
    <div className="flex flex-col gap-3">
      <div className="overflow-x-auto">
        <Segments
          label={words.outcome}
          value={outcome}
          options={(['all', ...options] as const).map((value) => ({
            value,
            label: words.ofOutcome(words.outcomes[value], value === 'all' ? items.length : counts[value]),
          }))}
          onChange={setChosen}
        />
      </div>
      <Panel flush>
        <Table
          label={words.planTitle}
          columns={COLUMNS}
          rows={rows.slice(0, SHOWN_MAX)}
          rowKey={({ number }) => String(number)}
        />
      </Panel>
      {rows.length > SHOWN_MAX ? <p className="text-soft">{words.more(rows.length - SHOWN_MAX)}</p> : null}
    </div>
  );
}

/** An item with its number. The number identifies the row, because names may repeat. */
interface Row {
  readonly number: number;
  readonly item: ImportItem;
}

function numberItems(items: readonly ImportItem[]): readonly Row[] {
  return items.map((item, number) => ({ number, item }));
}

const VARIANTS = { create: 'accent', exists: 'plain', collision: 'problem', left_out: 'warning' } as const;

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    title: words.columns.name,
    isUnlabelled: true,
    cell: ({ item: { name, monitorShortID } }) =>
      monitorShortID === null ? (
        <span className="font-medium wrap-anywhere">{name}</span>
      ) : (
        <Link
          to="/monitors/$shortID"
          params={{ shortID: monitorShortID }}
          className="font-medium wrap-anywhere hover:text-accent hover:underline"
        >
          {name}
        </Link>
      ),
  },
  {
    key: 'outcome',
    title: words.columns.outcome,
    isUnlabelled: true,
    cell: ({ item: { outcome } }) => <Tag variant={VARIANTS[outcome]}>{words.outcomes[outcome]}</Tag>,
  },
  {
    key: 'schedule',
    title: words.columns.schedule,
    cell: ({ item: { schedule } }) => <span className="text-soft">{schedule}</span>,
  },
  {
    key: 'notes',
    title: words.columns.notes,
    isWide: true,
    cell: ({ item }) => <Notes item={item} />,
  },
];

function Notes({ item }: { readonly item: ImportItem }) {
  const { name, notes, pingURL, keepsPingID, pastRuns, pastTransitions } = item;
  return (
    <div className="whitespace-normal">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {pastRuns + pastTransitions === 0 ? null : (
        <p className="text-soft">{words.past(pastRuns, pastTransitions)}</p>
      )}
      {pingURL === null || keepsPingID ? null : (
        <p className="flex flex-wrap items-center gap-1">
          {words.newURL} <code className="break-all font-mono text-xs">{pingURL}</code>
          <CopyButton bare text={pingURL} label={words.copyURL(name)} />
        </p>
      )}
    </div>
  );
}

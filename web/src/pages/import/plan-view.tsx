import type { Import, ImportItem } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { type Ref, useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Notice } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { withKeys } from './list-keys.ts';
import { words } from './words.ts';

interface PlanViewProps {
  readonly ref: Ref<HTMLHeadingElement>;
  readonly plan: Import;
  readonly projectShortID: string;
  readonly skipsCollisions: boolean;
  readonly onSkip: (skips: boolean) => void;
  readonly isBusy: boolean;
  readonly onApply: () => void;
  readonly onAgain: () => void;
}

/** The plan of an import, or the result of the import. */
export function PlanView({ ref, plan, projectShortID, onAgain, ...confirming }: PlanViewProps) {
  const { isApplied, counts, notes } = plan;
  return (
    <section aria-labelledby="plan" className="flex flex-col gap-4">
      <h2 id="plan" ref={ref} tabIndex={-1} className="text-lg font-semibold outline-none">
        {isApplied ? words.doneTitle(counts.create) : words.planTitle}
      </h2>
      {isApplied ? (
        <>
          <p className="max-w-180 text-soft">{words.doneText}</p>
          <div className="flex flex-wrap gap-2">
            <Link
              to="/monitors"
              search={projectShortID === '' ? {} : { project: projectShortID }}
              className={buttonClass('primary')}
            >
              {words.showMonitors}
            </Link>
            <Button onClick={onAgain}>{words.again}</Button>
          </div>
        </>
      ) : (
        <Confirming plan={plan} {...confirming} />
      )}
      {notes.length === 0 ? null : (
        <ul className="max-w-180 list-disc pl-5 text-soft">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <PlanTable plan={plan} />
      <ChannelsAndKeys plan={plan} />
    </section>
  );
}

function Confirming({
  plan,
  skipsCollisions,
  onSkip,
  isBusy,
  onApply,
}: Omit<PlanViewProps, 'ref' | 'projectShortID' | 'onAgain'>) {
  const { counts, keys } = plan;
  const collisions = counts.collision + keys.filter(({ outcome }) => outcome === 'collision').length;
  const creates = counts.create > 0 || keys.some(({ outcome }) => outcome === 'create');
  return (
    <div className="flex flex-col items-start gap-3">
      {collisions === 0 ? null : (
        <>
          <Notice kind="problem">{words.collides(collisions)}</Notice>
          <Switch label={words.skip} hint={words.skipHint} checked={skipsCollisions} onChange={onSkip} />
        </>
      )}
      <Button
        variant="primary"
        needsService
        busy={isBusy}
        disabled={!creates || (collisions > 0 && !skipsCollisions)}
        onClick={onApply}
      >
        {creates ? words.apply(counts.create) : words.applyNothing}
      </Button>
    </div>
  );
}

function ChannelsAndKeys({ plan: { channels, keys } }: { readonly plan: Import }) {
  return (
    <>
      {channels.length === 0 ? null : (
        <Panel title={words.channels}>
          <ul className="flex flex-col gap-2">
            {withKeys(channels).map(({ key, name, outcome, notes }) => (
              <li key={key}>
                <span className="font-medium">{name}</span> <Tag>{words.outcomes[outcome]}</Tag>
                <p className="text-soft">{notes.join(' ')}</p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {keys.length === 0 ? null : (
        <Panel title={words.keys}>
          <ul className="flex flex-col gap-2">
            {withKeys(keys).map(({ key, name, kind, outcome }) => (
              <li key={key}>
                <span className="font-medium">{name}</span> <Tag>{words.keyKinds[kind]}</Tag>{' '}
                <Tag variant={outcome === 'collision' ? 'problem' : 'plain'}>{words.outcomes[outcome]}</Tag>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const OUTCOMES = ['create', 'exists', 'collision', 'left_out'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Maximum rows that a page shows. An import has up to 20,000 items. */
const SHOWN_MAX = 200;

function PlanTable({ plan }: { readonly plan: Import }) {
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

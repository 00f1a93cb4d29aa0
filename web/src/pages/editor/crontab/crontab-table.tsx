import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { ImportItem } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { TextInput } from '../../../ui/form/field.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { words } from './words.ts';

interface CrontabTableProps {
  readonly items: readonly ImportItem[];
  /** Numbers of the selected lines. */
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (line: number, isChosen: boolean) => void;
  /** Names that the user entered, by line. */
  readonly names: ReadonlyMap<number, string>;
  readonly onRename: (line: number, name: string) => void;
}

const VARIANTS = { create: 'accent', exists: 'plain', collision: 'problem', left_out: 'warning' } as const;

/** Jobs of a crontab. Only jobs without a monitor can be selected. */
export function CrontabTable({ items, chosen, onChoose, names, onRename }: CrontabTableProps) {
  const columns: readonly Column<ImportItem>[] = [
    {
      key: 'chosen',
      title: words.columns.chosen,
      isUnlabelled: true,
      cell: ({ name, outcome, crontabLine }) =>
        outcome === 'create' && crontabLine !== null ? (
          <Checkbox
            bare
            checked={chosen.has(crontabLine.number)}
            onChange={(isChosen) => onChoose(crontabLine.number, isChosen)}
            label={words.choose(name)}
          />
        ) : null,
    },
    {
      key: 'name',
      title: words.columns.name,
      isUnlabelled: true,
      cell: (item) => {
        const line = item.crontabLine?.number;
        return line !== undefined && (item.outcome === 'create' || names.has(line)) ? (
          <NameInput name={item.name} onRename={(name) => onRename(line, name)} />
        ) : (
          <Name item={item} />
        );
      },
    },
    {
      key: 'schedule',
      title: words.columns.schedule,
      cell: ({ schedule }) => <span className="block min-w-48 whitespace-normal text-soft">{schedule}</span>,
    },
    { key: 'command', title: words.columns.command, isWide: true, cell: (item) => <Command item={item} /> },
    {
      key: 'state',
      title: words.columns.state,
      cell: ({ outcome }) => <Tag variant={VARIANTS[outcome]}>{words.states[outcome]}</Tag>,
    },
  ];
  return <Table label={words.table} columns={columns} rows={items} rowKey={keyOf} />;
}

/** Returns the row key of an item: the line number, or the name of an omitted job, because names are unique. */
function keyOf({ name, crontabLine }: ImportItem): string {
  return crontabLine === null ? name : String(crontabLine.number);
}

function Name({ item: { name, monitorShortID } }: { readonly item: ImportItem }) {
  if (monitorShortID === null) return <span className="font-medium wrap-anywhere">{name}</span>;
  return (
    <Link
      to="/monitors/$shortID"
      params={{ shortID: monitorShortID }}
      className="font-medium wrap-anywhere hover:text-accent hover:underline"
    >
      {name}
    </Link>
  );
}

/** Changes the name when the field loses the focus, because each new name requires a new plan. */
function NameInput({ name, onRename }: { readonly name: string; readonly onRename: (name: string) => void }) {
  const [text, setText] = useState(name);
  const commit = () => {
    const entered = text.trim();
    if (entered === '') setText(name);
    else if (entered !== name) onRename(entered);
  };
  return (
    <TextInput
      aria-label={words.nameOf(name)}
      className="min-w-48"
      value={text}
      onValueChange={setText}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
      maxLength={NAME_LENGTH_MAX}
      autoComplete="off"
    />
  );
}

function Command({ item: { crontabLine, notes } }: { readonly item: ImportItem }) {
  return (
    <div className="min-w-0 whitespace-normal">
      {crontabLine === null ? null : (
        <code className="font-mono text-xs wrap-anywhere">{crontabLine.command}</code>
      )}
      {notes.map((note) => (
        <p key={note} className="text-xs text-soft">
          {note}
        </p>
      ))}
    </div>
  );
}

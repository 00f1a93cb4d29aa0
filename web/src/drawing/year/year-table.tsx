import type { RunDay } from '@overdue/sdk';
import { formatShare } from '../../data/runs/run-share.ts';
import { formatMs } from '../../time/format-duration.ts';
import { ownZone } from '../../time/zone.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { countJudgedOn, outcomeOf } from './day-outcome.ts';
import { words, writeDay } from './words.ts';

const { columns: titles } = words;

function count(key: 'succeeded' | 'failed' | 'missed' | 'late' | 'unknown'): Column<RunDay> {
  return {
    key,
    title: titles[key],
    align: 'right',
    cell: (day) => (day[key] === 0 ? words.nothing : day[key].toLocaleString('en')),
  };
}

export function YearTable({
  days,
  onOpen,
}: {
  readonly days: readonly RunDay[];
  readonly onOpen: (day: RunDay) => void;
}) {
  const zone = ownZone();
  const rows = days.filter((day) => outcomeOf(day) !== 'none').toReversed();
  const columns: readonly Column<RunDay>[] = [
    {
      key: 'day',
      title: titles.day,
      isUnlabelled: true,
      cell: (day) => (
        <button
          type="button"
          className="text-accent underline-offset-2 hover:underline"
          onClick={() => onOpen(day)}
        >
          {writeDay(day, zone)}
        </button>
      ),
    },
    {
      key: 'share',
      title: titles.share,
      align: 'right',
      cell: (day) =>
        countJudgedOn(day) === 0 ? words.nothing : formatShare(day.succeeded / countJudgedOn(day)),
    },
    ...(['succeeded', 'failed', 'missed', 'late', 'unknown'] as const).map(count),
    {
      key: 'down',
      title: titles.down,
      align: 'right',
      cell: (day) => (day.downSeconds === 0 ? words.nothing : formatMs(day.downSeconds * 1000)),
    },
  ];
  return (
    <div className="max-h-120 overflow-y-auto">
      <Table label={words.table} columns={columns} rows={rows} rowKey={({ from }) => from} />
    </div>
  );
}

import { Button, IconButton } from '../../ui/button.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Icon } from '../../ui/icon.tsx';
import { dayBeside, type Period, type PeriodKind, type PeriodSearch, periodOf } from './period.ts';
import { words, writeClock } from './words.ts';

interface PeriodControlsProps {
  readonly period: Period;
  readonly zone: string;
  readonly now: number;
  readonly onChange: (search: PeriodSearch) => void;
}

export function PeriodControls({ period, zone, now, onChange }: PeriodControlsProps) {
  const { kind, from, to } = period;
  const isCurrent = periodOf({ span: kind }, now, zone).day === period.day;
  // Always shows the date, because the period may be far away.
  const write = (at: number) => writeClock(at, { zone, referenceAt: 0 });
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:justify-between">
      <span className="numeric text-soft">{`${write(from)} – ${write(to)}`}</span>
      <span className="flex items-center">
        <IconButton
          label={words.previous[kind]}
          disabled={isCurrent}
          onClick={() => onChange({ day: dayBeside(period, -1) })}
        >
          <Icon name="chevron-left" />
        </IconButton>
        <Button disabled={isCurrent} onClick={() => onChange({ day: undefined })}>
          {words.current[kind]}
        </Button>
        <IconButton label={words.next[kind]} onClick={() => onChange({ day: dayBeside(period, 1) })}>
          <Icon name="chevron-right" />
        </IconButton>
      </span>
      <Segments<PeriodKind>
        label={words.spanLabel}
        value={kind}
        options={(['night', 'week'] as const).map((value) => ({ value, label: words.spans[value] }))}
        onChange={(next) => onChange({ span: next === 'night' ? undefined : next, day: undefined })}
      />
    </div>
  );
}

import { DAY_MS } from '@overdue/domain/time-units.ts';
import { useState } from 'react';
import { readLocalInput, writeLocalInput } from '../../time/local-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { ToolbarSelect } from '../../ui/form/toolbar-select.tsx';
import { words } from './words.ts';

const PERIODS = ['any', 'day', 'week', 'month', 'custom'] as const;
type Period = (typeof PERIODS)[number];
const DAYS = { day: 1, week: 7, month: 30 } as const;

interface Times {
  /** Times in the URL, in RFC 3339 format; undefined without a limit. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface TimeFilterProps {
  readonly times: Times;
  readonly onChange: (times: Times) => void;
}

/** Limits the results to a period in the reader's zone. Shows the start and end once a period is chosen. */
export function TimeFilter({ times: { from, to }, onChange }: TimeFilterProps) {
  const [chosen, setChosen] = useState<Period>('any');
  const isLimited = from !== undefined || to !== undefined;
  const period = isLimited && chosen === 'any' ? 'custom' : chosen;
  function choose(next: Period): void {
    setChosen(next);
    if (next === 'any') onChange({ from: undefined, to: undefined });
    else if (next !== 'custom')
      onChange({ from: new Date(Date.now() - DAYS[next] * DAY_MS).toISOString(), to: undefined });
  }
  return (
    <>
      <ToolbarSelect
        label={words.period}
        value={period}
        onChange={choose}
        options={PERIODS.map((value) => ({ value, label: words.periods[value] }))}
        className="w-40! max-md:w-auto! max-md:min-w-32 max-md:flex-1 max-md:text-base!"
      />
      {period === 'any' ? null : (
        <>
          <TimeField label={words.from} value={from} onChange={(time) => onChange({ from: time, to })} />
          <TimeField label={words.to} value={to} onChange={(time) => onChange({ from, to: time })} />
        </>
      )}
    </>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (time: string | undefined) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  const zone = ownZone();
  const at = value === undefined ? Number.NaN : Date.parse(value);
  return (
    <Field
      label={label}
      className="flex-row! items-center gap-2! max-md:basis-full max-md:*:first:w-14 max-md:*:first:shrink-0"
    >
      <TextInput
        type="datetime-local"
        value={Number.isNaN(at) ? '' : writeLocalInput(at, zone)}
        onValueChange={(text: string) => {
          const time = readLocalInput(text, zone);
          onChange(time === null ? undefined : new Date(time).toISOString());
        }}
        className="w-52! max-md:w-auto! max-md:flex-1 max-md:text-base!"
      />
    </Field>
  );
}

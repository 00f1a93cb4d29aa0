import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { CONTROL_CLASS } from '../ui/form/control-class.ts';
import { Icon } from '../ui/icon.tsx';
import { words as uiWords } from '../ui/words.ts';
import { words } from './words.ts';

interface PairsInputProps {
  readonly value: Readonly<Record<string, string>>;
  readonly onChange: (value: Readonly<Record<string, string>>) => void;
  readonly label: string;
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

const { form } = words;

/** Input for names and values, such as headers. Drops rows without a name. */
export function PairsInput({ value, onChange, label }: PairsInputProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    Object.entries(value).map(([key, text], id) => ({ id, key, value: text })),
  );
  function change(next: readonly Row[]): void {
    setRows(next);
    onChange(Object.fromEntries(next.filter(({ key }) => key !== '').map((row) => [row.key, row.value])));
  }
  const set = (id: number, part: Partial<Row>) =>
    change(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <fieldset aria-label={label} className="flex flex-col gap-2">
      {rows.map((row) => (
        <div key={row.id} className="flex gap-2">
          <input
            aria-label={form.key}
            placeholder={form.key}
            value={row.key}
            onChange={(event) => set(row.id, { key: event.target.value.trim() })}
            className={CONTROL_CLASS}
          />
          <input
            aria-label={form.value}
            placeholder={form.value}
            value={row.value}
            onChange={(event) => set(row.id, { value: event.target.value })}
            className={CONTROL_CLASS}
          />
          <IconButton
            label={uiWords.remove(row.key)}
            onClick={() => change(rows.filter(({ id }) => id !== row.id))}
          >
            <Icon name="close" />
          </IconButton>
        </div>
      ))}
      <Button
        className="self-start"
        onClick={() =>
          setRows([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, key: '', value: '' }])
        }
      >
        <Icon name="plus" />
        {form.addPair}
      </Button>
    </fieldset>
  );
}

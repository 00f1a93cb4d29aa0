import { DAY_MS } from '@overdue/domain/time-units.ts';
import { Field, TextInput } from '../ui/form/field.tsx';
import { Select } from '../ui/form/select.tsx';
import { EXPIRIES, type Expiry } from './expiry.ts';
import { words } from './words.ts';

export interface ExpiryDraft {
  readonly expiry: Expiry;
  /** Last valid day, if the expiry is a date. */
  readonly day: string;
}

interface ExpiryFieldsProps {
  readonly value: ExpiryDraft;
  readonly onChange: (change: Partial<ExpiryDraft>) => void;
  readonly problem: string | undefined;
}

export function hasExpiry({ expiry, day }: ExpiryDraft): boolean {
  return expiry !== 'date' || day !== '';
}

/** Expiry of a token or key. */
export function ExpiryFields({ value: { expiry, day }, onChange, problem }: ExpiryFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={words.expiry} problem={problem}>
        <Select
          value={expiry}
          onChange={(next) => onChange({ expiry: next })}
          options={EXPIRIES.map((choice) => ({ value: choice, label: words.expiries[choice] }))}
        />
      </Field>
      {expiry === 'date' ? (
        <Field label={words.day}>
          <TextInput
            type="date"
            min={new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}
            value={day}
            onChange={(event) => onChange({ day: event.target.value })}
          />
        </Field>
      ) : null}
    </div>
  );
}

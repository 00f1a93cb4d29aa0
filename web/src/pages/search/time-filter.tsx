import { readLocalInput, writeLocalInput } from '../../time/local-time.ts';
import { ownZone } from '../../time/zone.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';

interface TimeFilterProps {
  readonly label: string;
  /** Time in the URL, RFC 3339; undefined if there is none. */
  readonly value: string | undefined;
  readonly onChange: (time: string | undefined) => void;
}

/** A time in the reader's zone that limits the results. */
export function TimeFilter({ label, value, onChange }: TimeFilterProps) {
  const zone = ownZone();
  const at = value === undefined ? Number.NaN : Date.parse(value);
  return (
    <Field label={label} className="flex-row! items-center gap-2! max-md:flex-1 max-md:basis-full">
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

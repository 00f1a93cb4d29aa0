import { Field } from '../../ui/form/field.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import { words } from './words.ts';

const { appearance: text } = words;

interface ZoneChoiceProps {
  readonly zone: string | null;
  readonly onChange: (zone: string | null) => void;
}

export function ZoneChoice({ zone, onChange }: ZoneChoiceProps) {
  const system = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="flex max-w-80 flex-col gap-2">
      <Field label={text.zone} hint={text.zoneHint}>
        <ZonePicker value={zone ?? system} onChange={onChange} />
      </Field>
      <Switch
        checked={zone === null}
        onChange={(isSystem) => onChange(isSystem ? null : system)}
        label={text.systemZone(system)}
      />
    </div>
  );
}

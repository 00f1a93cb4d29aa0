import { changePreferences, usePreferences } from '../../preferences/preferences.ts';
import { Field } from '../../ui/form/field.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import { Section } from '../../ui/section.tsx';
import { words } from './words.ts';

const { appearance: text } = words;

export function Appearance() {
  const { theme, density, zone } = usePreferences();
  return (
    <Section title={text.title} anchor="appearance" intro={text.intro}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium">{text.theme}</span>
            <Segments
              label={text.theme}
              value={theme}
              onChange={(next) => changePreferences({ theme: next })}
              options={(['system', 'light', 'dark'] as const).map((value) => ({
                value,
                label: text.themes[value],
              }))}
            />
          </div>
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium">{text.density}</span>
            <Segments
              label={text.density}
              value={density}
              onChange={(next) => changePreferences({ density: next })}
              options={(['comfortable', 'compact'] as const).map((value) => ({
                value,
                label: text.densities[value],
              }))}
            />
          </div>
        </div>
        <ZoneChoice zone={zone} onChange={(next) => changePreferences({ zone: next })} />
      </div>
    </Section>
  );
}

interface ZoneChoiceProps {
  readonly zone: string | null;
  readonly onChange: (zone: string | null) => void;
}

function ZoneChoice({ zone, onChange }: ZoneChoiceProps) {
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

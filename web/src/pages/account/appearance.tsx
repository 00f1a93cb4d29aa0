import { changePreferences, usePreferences } from '../../preferences/preferences.ts';
import { Segments } from '../../ui/form/segments.tsx';
import { Section } from '../../ui/section.tsx';
import { words } from './words.ts';
import { ZoneChoice } from './zone-choice.tsx';

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

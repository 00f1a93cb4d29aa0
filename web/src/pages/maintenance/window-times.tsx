import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import type { WindowDraft } from './window-draft.ts';
import { words } from './words.ts';

const LENGTHS = [1800, 3600, 7200, 14_400];
const { form: text } = words;

interface WindowTimesProps {
  readonly draft: WindowDraft;
  readonly onChange: (part: Partial<WindowDraft>) => void;
  readonly problemOf: (path: string) => string | undefined;
  readonly zone: string;
}

export function WindowTimes({ draft, onChange, problemOf, zone }: WindowTimesProps) {
  if (draft.kind === 'once') {
    return (
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label={text.starts} hint={text.inZone(zone)} problem={problemOf('startsAt')}>
          <TextInput
            type="datetime-local"
            value={draft.startsAt}
            onValueChange={(startsAt) => onChange({ startsAt })}
          />
        </Field>
        <Field label={text.ends} problem={problemOf('endsAt')}>
          <TextInput
            type="datetime-local"
            value={draft.endsAt}
            onValueChange={(endsAt) => onChange({ endsAt })}
          />
        </Field>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <Field label={text.cron} hint={text.cronHint} problem={problemOf('cron')}>
        <TextInput
          value={draft.cron}
          onValueChange={(cron) => onChange({ cron })}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
        />
      </Field>
      <Field label={text.zone} problem={problemOf('timezone')}>
        <ZonePicker value={draft.timezone} onChange={(timezone) => onChange({ timezone })} />
      </Field>
      <Field label={text.duration} problem={problemOf('duration')}>
        <DurationInput
          value={draft.duration}
          onChange={(duration) => onChange({ duration })}
          choices={LENGTHS}
        />
      </Field>
    </div>
  );
}

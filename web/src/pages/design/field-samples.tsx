import { useState } from 'react';
import { Field, TextArea, TextInput } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { words } from './words.ts';

const { samples } = words;
type Severity = 'low' | 'normal' | 'high';

export function FieldSamples() {
  const [severity, setSeverity] = useState<Severity>('normal');
  return (
    <div className="grid max-w-200 grid-cols-2 gap-4 max-md:grid-cols-1">
      <Field label={samples.name} hint={samples.nameHint}>
        <TextInput defaultValue={samples.nameValue} />
      </Field>
      <Field label={samples.wrong} problem={samples.wrongProblem}>
        <TextInput defaultValue={samples.wrongValue} className="font-mono" />
      </Field>
      <Field label={samples.severity}>
        <Select<Severity>
          value={severity}
          onChange={setSeverity}
          options={[
            { value: 'low', label: samples.low },
            { value: 'normal', label: samples.normal },
            { value: 'high', label: samples.high },
          ]}
        />
      </Field>
      <Field label={samples.notes}>
        <TextArea rows={2} />
      </Field>
    </div>
  );
}

import { Field, TextArea, TextInput } from '../ui/form/field.tsx';
import { Select } from '../ui/form/select.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { words as uiWords } from '../ui/words.ts';
import { MemberSelect } from './member-select.tsx';
import { PairsInput } from './pairs-input.tsx';
import type { SettingsField } from './settings-fields.ts';
import { words } from './words.ts';

type Values = Readonly<Record<string, unknown>>;

interface SettingsFormProps {
  readonly fields: readonly SettingsField[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** Called with a field's path when the field loses focus. */
  readonly onLeave: (path: string) => void;
  readonly problemOf: (path: string) => string | undefined;
}

/** Form generated from a channel type's JSON Schema, so that new types need no code here. */
export function SettingsForm({ fields, values, onChange, onLeave, problemOf }: SettingsFormProps) {
  return fields.map((field) => {
    const path = `settings.${field.name}`;
    const set = (value: unknown) => onChange({ ...values, [field.name]: value });
    if (field.kind === 'switch') {
      return (
        <Switch
          key={field.name}
          label={field.title}
          hint={field.hint}
          checked={(values[field.name] ?? field.initial) === true}
          onChange={set}
        />
      );
    }
    return (
      <Field
        key={field.name}
        label={
          <>
            {field.title}
            {field.isRequired ? null : (
              <span className="pl-1.5 font-normal text-soft">{uiWords.optional}</span>
            )}
          </>
        }
        hint={hintOf(field)}
        problem={problemOf(path)}
      >
        <Control field={field} value={values[field.name]} onChange={set} onLeave={() => onLeave(path)} />
      </Field>
    );
  });
}

interface ControlProps {
  readonly field: SettingsField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave: () => void;
}

function Control({ field, value, onChange, onLeave }: ControlProps) {
  const text = value === undefined || value === null ? '' : String(value);
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          value={text === '' ? String(field.initial ?? '') : text}
          options={[
            ...(field.initial === undefined && !field.isRequired
              ? [{ value: '', label: words.form.notSet }]
              : []),
            ...field.choices.map((choice) => ({ value: choice, label: choice })),
          ]}
          onChange={onChange}
        />
      );
    case 'member':
      return <MemberSelect value={text} onChange={onChange} />;
    case 'pairs':
      return <PairsInput value={pairsAt(value)} onChange={onChange} label={field.title} />;
    case 'long':
      return (
        <TextArea
          rows={5}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          className="font-mono text-table"
        />
      );
    default:
      return (
        <TextInput
          value={text}
          inputMode={field.kind === 'number' ? 'numeric' : undefined}
          // Secrets are visible while being pasted and masked afterwards. Browsers must not save them.
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      );
  }
}

function hintOf({ kind, hint, example }: SettingsField): string | undefined {
  const parts = [hint, example === '' || kind === 'member' ? '' : words.form.example(example)].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? undefined : parts.join(' ');
}

function pairsAt(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]));
}

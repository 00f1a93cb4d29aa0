import type { OnCallContact } from '@overdue/sdk';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { accountQuery } from '../data/account/account.ts';
import { onCallContactsQuery } from '../data/alerts/on-call.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { CONTROL_CLASS } from '../ui/form/control-class.ts';
import { Field, TextArea, TextInput } from '../ui/form/field.tsx';
import { Select } from '../ui/form/select.tsx';
import { Switch } from '../ui/form/switch.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/states.tsx';
import { words as uiWords } from '../ui/words.ts';
import type { SettingsField } from './settings-fields.ts';
import { words } from './words.ts';

const { form } = words;

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

interface MemberSelectProps {
  readonly value: string;
  readonly onChange: (memberID: string) => void;
}

/** Chooses a member of the team. Default: the signed-in user. Only owners and admins may choose others. */
function MemberSelect({ value, onChange }: MemberSelectProps) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const { data: contacts = [] } = useQuery(onCallContactsQuery);
  const you = contacts.find(({ isYou }) => isYou)?.memberID ?? '';
  useEffect(() => {
    if (value === '' && you !== '') onChange(you);
  });
  const role = account.team?.role;
  const mayChooseOthers = role === 'owner' || role === 'admin';
  const chosen = contacts.find(({ memberID }) => memberID === value);
  return (
    <div className="flex flex-col gap-2">
      <Select
        value={value}
        options={contacts
          .filter(({ memberID }) => mayChooseOthers || memberID === you || memberID === value)
          .map(({ memberID, name, email, isYou }) => ({
            value: memberID,
            label: isYou ? words.form.you(name || email) : name || email,
          }))}
        onChange={onChange}
      />
      {chosen?.hasDevices === false ? <NoDevice member={chosen} /> : null}
    </div>
  );
}

/** Says that a member has no device yet, and how to add one. */
function NoDevice({ member: { name, email, isYou } }: { readonly member: OnCallContact }) {
  return (
    <Notice kind="warning">
      {isYou ? (
        <>
          {words.noDevice.you}{' '}
          <Link to="/account/notifications" className="link">
            {words.noDevice.turnOn}
          </Link>
        </>
      ) : (
        words.noDevice.other(name || email)
      )}
    </Notice>
  );
}

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

/** Input for names and values, such as headers. Drops rows without a name. */
function PairsInput({ value, onChange, label }: PairsInputProps) {
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

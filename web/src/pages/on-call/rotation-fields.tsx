import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { type Option, Select } from '../../ui/form/select.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { RotationDraft, RotationProblems } from './rotation-draft.ts';
import { words } from './words.ts';

const { form: text } = words;
const LENGTHS = ['1', '7', '14'] as const;
const CUSTOM = 'custom';
const CHOICES = [...LENGTHS, CUSTOM] as const;
/** Initial length of a custom rotation in days. No other option has this length. */
const CUSTOM_DAYS = '3';

interface RotationFieldsProps {
  /** Position of the rotation, counted from 1. */
  readonly number: number;
  readonly draft: RotationDraft;
  readonly people: readonly Option<string>[];
  readonly problems: RotationProblems;
  readonly onChange: (part: Partial<RotationDraft>) => void;
  /** Removes the rotation; null if it is the only one. */
  readonly onRemove: (() => void) | null;
}

export function RotationFields(props: RotationFieldsProps) {
  const { number, draft, people, problems, onChange, onRemove } = props;
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 font-medium">{text.rotation(number)}</legend>
      <div className="flex items-start gap-2">
        <Field className="flex-1" label={text.members} problem={problems.members}>
          <MultiPick
            value={[...new Set(draft.members)]}
            options={people}
            onChange={(members) => onChange({ members })}
          />
        </Field>
        {onRemove === null ? null : (
          <IconButton className="mt-6" label={text.removeRotation(number)} onClick={onRemove}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      <Shifts draft={draft} problems={problems} onChange={onChange} />
      <Hours draft={draft} problems={problems} onChange={onChange} />
    </fieldset>
  );
}

type PartProps = Pick<RotationFieldsProps, 'draft' | 'problems' | 'onChange'>;

function Shifts({ draft, problems, onChange }: PartProps) {
  const length = LENGTHS.find((days) => days === draft.shiftDays) ?? CUSTOM;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(130px,1fr))] items-start gap-3">
      <Field label={text.shift}>
        <Select
          value={length}
          options={CHOICES.map((value) => ({ value, label: text.shifts[value] }))}
          onChange={(value) => onChange({ shiftDays: value === CUSTOM ? CUSTOM_DAYS : value })}
        />
      </Field>
      {length === CUSTOM ? (
        <Field label={text.days} problem={problems.shiftDays}>
          <TextInput
            type="number"
            min={1}
            max={31}
            value={draft.shiftDays}
            onValueChange={(shiftDays) => onChange({ shiftDays })}
          />
        </Field>
      ) : null}
      <Field label={text.startsOn} problem={problems.startsOn}>
        <TextInput type="date" value={draft.startsOn} onValueChange={(startsOn) => onChange({ startsOn })} />
      </Field>
      <Field label={text.handoverAt} problem={problems.handoverAt}>
        <TextInput
          type="time"
          value={draft.handoverAt}
          onValueChange={(handoverAt) => onChange({ handoverAt })}
        />
      </Field>
    </div>
  );
}

function Hours({ draft, problems, onChange }: PartProps) {
  const { weekdays } = draft;
  const toggle = (day: number, isOn: boolean) =>
    onChange({ weekdays: isOn ? [...weekdays, day] : weekdays.filter((weekday) => weekday !== day) });
  return (
    <>
      <Checkbox
        label={text.hours}
        checked={draft.isLimited}
        onChange={(isLimited) => onChange({ isLimited })}
      />
      {draft.isLimited ? (
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <fieldset>
            <legend className="pb-1 font-medium">{text.weekdays}</legend>
            <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
              {text.days7.map((name, index) => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={weekdays.includes(index + 1)}
                  onChange={(isOn) => toggle(index + 1, isOn)}
                />
              ))}
            </div>
            {problems.weekdays === undefined ? null : (
              <p className="text-xs font-medium text-down">{problems.weekdays}</p>
            )}
          </fieldset>
          <div className="flex gap-3">
            <Field label={text.from} problem={problems.from}>
              <TextInput type="time" value={draft.from} onValueChange={(from) => onChange({ from })} />
            </Field>
            <Field label={text.to} problem={problems.to}>
              <TextInput type="time" value={draft.to} onValueChange={(to) => onChange({ to })} />
            </Field>
          </div>
        </div>
      ) : null}
    </>
  );
}

import { SHARE_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { Field, TextArea, TextInput } from '../../ui/form/field.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import type { ShareFieldsProps } from './share-draft.ts';

import { ShareScope } from './share-scope.tsx';
import { words } from './sharing-words.ts';

const KINDS = ['status_page', 'badge', 'calendar'] as const;
const { form: text } = words;

export function ShareFields({
  draft,
  onChange,
  problemOf,
  isNew,
}: ShareFieldsProps & { readonly isNew: boolean }) {
  return (
    <>
      {isNew ? (
        <div className="flex flex-col gap-1.5">
          <Segments
            label={text.kind}
            value={draft.kind}
            onChange={(kind) => onChange({ kind })}
            options={KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
          />
          <p className="text-xs text-soft">{words.kindHints[draft.kind]}</p>
        </div>
      ) : null}
      {isNew ? <ShareScope draft={draft} onChange={onChange} problemOf={problemOf} /> : null}
      <Field label={text.title} hint={text.titleHints[draft.kind]} problem={problemOf('title')}>
        <TextInput
          value={draft.title}
          maxLength={SHARE_INPUT_LENGTHS.title}
          onValueChange={(title) => onChange({ title })}
        />
      </Field>
      {draft.kind === 'status_page' ? (
        <PageFields draft={draft} onChange={onChange} problemOf={problemOf} isNew={isNew} />
      ) : null}
      {draft.kind === 'badge' ? (
        <Segments
          label={text.style}
          value={draft.style}
          onChange={(style) => onChange({ style })}
          options={[
            { value: 'flat', label: text.round },
            { value: 'flat-square', label: text.square },
          ]}
        />
      ) : null}
    </>
  );
}

function PageFields({ draft, onChange, problemOf, isNew }: ShareFieldsProps & { readonly isNew: boolean }) {
  return (
    <>
      {isNew ? (
        <Field label={text.slug} hint={text.slugHint} problem={problemOf('slug')}>
          <TextInput
            value={draft.slug}
            autoComplete="off"
            spellCheck={false}
            onValueChange={(slug) => onChange({ slug })}
          />
        </Field>
      ) : null}
      <Field label={text.description} hint={text.descriptionHint} problem={problemOf('options.description')}>
        <TextArea
          rows={2}
          value={draft.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <Field label={text.zone} problem={problemOf('options.timezone')}>
        <ZonePicker value={draft.timezone} onChange={(timezone) => onChange({ timezone })} />
      </Field>
      <Switch label={text.indexed} checked={draft.indexed} onChange={(indexed) => onChange({ indexed })} />
    </>
  );
}

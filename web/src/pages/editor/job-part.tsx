import type { Project } from '@overdue/sdk';
import { LINK_SETTINGS, SETTING_NAMES } from '../../monitor/setting-names.ts';
import { Field, TextArea, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Editor } from './use-editor.ts';
import { words } from './words.ts';

interface JobPartProps {
  readonly editor: Editor;
  readonly projects: readonly Project[];
  /** Suggested tags, from other monitors. */
  readonly tags: readonly string[];
}

export function JobPart({ editor, projects, tags }: JobPartProps) {
  const { draft, change, touch, problem } = editor;
  const standard = projects.find(({ isDefault }) => isDefault)?.shortID ?? '';
  return (
    <Panel title={words.job.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={words.job.name} problem={problem('name')} className="sm:col-span-2">
          <TextInput
            value={draft.name}
            onValueChange={(name) => change({ name })}
            onBlur={() => touch('name')}
            placeholder={words.job.namePlaceholder}
            autoComplete="off"
            maxLength={400}
          />
        </Field>
        <Field label={words.job.project} problem={problem('projectShortID')}>
          <Select
            value={draft.projectShortID === '' ? standard : draft.projectShortID}
            options={projects.map(({ shortID, name }) => ({ value: shortID, label: name }))}
            onChange={(projectShortID) => change({ projectShortID })}
          />
        </Field>
        <Field label={words.job.tags} problem={problem('tags')}>
          <MultiPick
            free
            value={draft.tags}
            options={tags.map((tag) => ({ value: tag, label: tag }))}
            onChange={(picked) => {
              change({ tags: picked });
              touch('tags');
            }}
            placeholder={words.job.tagsPlaceholder}
          />
        </Field>
        <SlugField editor={editor} />
        <Field
          label={words.job.description}
          hint={words.job.descriptionHint}
          problem={problem('description')}
          className="sm:col-span-2"
        >
          <TextArea
            rows={3}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
            onBlur={() => touch('description')}
          />
        </Field>
        {LINK_SETTINGS.map((field) => (
          <AddressField key={field} editor={editor} field={field} hint={words.job.addressHint} />
        ))}
        <AddressField editor={editor} field="forwardTo" hint={words.job.forwardHint} />
      </div>
    </Panel>
  );
}

function AddressField({
  editor: { draft, change, touch, problem },
  field,
  hint,
}: {
  readonly editor: Editor;
  readonly field: (typeof LINK_SETTINGS)[number] | 'forwardTo';
  readonly hint: string;
}) {
  return (
    <Field label={SETTING_NAMES[field]} hint={hint} problem={problem(field)} className="sm:col-span-2">
      <TextInput
        value={draft[field]}
        onValueChange={(value) => change({ [field]: value })}
        onBlur={() => touch(field)}
        inputMode="url"
        autoComplete="off"
      />
    </Field>
  );
}

function SlugField({ editor: { draft, change, touch, problem } }: { readonly editor: Editor }) {
  return (
    <Field
      label={SETTING_NAMES.slug}
      hint={words.job.slugHint}
      problem={problem('slug')}
      className="sm:col-span-2"
    >
      <TextInput
        value={draft.slug}
        onValueChange={(slug) => change({ slug })}
        onBlur={() => touch('slug')}
        placeholder={words.job.slugPlaceholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
      />
    </Field>
  );
}

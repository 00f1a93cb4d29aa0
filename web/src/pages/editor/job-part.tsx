import type { Project } from '@overdue/sdk';
import { LINK_SETTINGS, SETTING_NAMES } from '../../monitor/setting-names.ts';
import { TextArea, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SettingField } from './conflicts/setting-field.tsx';
import type { Editor } from './use-editor.ts';
import { words } from './words.ts';

interface JobPartProps {
  readonly editor: Editor;
  readonly projects: readonly Project[];
  /** Suggested tags, from other monitors. */
  readonly tags: readonly string[];
}

export function JobPart({ editor, projects, tags }: JobPartProps) {
  const { draft, change, touch } = editor;
  const standard = projects.find(({ isDefault }) => isDefault)?.shortID ?? '';
  return (
    <Panel title={words.job.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SettingField editor={editor} path="name" label={words.job.name} className="sm:col-span-2">
          <TextInput
            value={draft.name}
            onValueChange={(name) => change({ name })}
            onBlur={() => touch('name')}
            placeholder={words.job.namePlaceholder}
            autoComplete="off"
            maxLength={400}
          />
        </SettingField>
        <SettingField editor={editor} path="projectShortID" label={words.job.project}>
          <Select
            value={draft.projectShortID === '' ? standard : draft.projectShortID}
            options={projects.map(({ shortID, name }) => ({ value: shortID, label: name }))}
            onChange={(projectShortID) => change({ projectShortID })}
          />
        </SettingField>
        <SettingField editor={editor} path="tags" label={words.job.tags}>
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
        </SettingField>
        <SlugField editor={editor} />
        <SettingField
          editor={editor}
          path="description"
          label={words.job.description}
          hint={words.job.descriptionHint}
          className="sm:col-span-2"
        >
          <TextArea
            rows={3}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
            onBlur={() => touch('description')}
          />
        </SettingField>
        {LINK_SETTINGS.map((field) => (
          <AddressField key={field} editor={editor} field={field} hint={words.job.addressHint} />
        ))}
        <AddressField editor={editor} field="forwardTo" hint={words.job.forwardHint} />
      </div>
    </Panel>
  );
}

function AddressField({
  editor,
  field,
  hint,
}: {
  readonly editor: Editor;
  readonly field: (typeof LINK_SETTINGS)[number] | 'forwardTo';
  readonly hint: string;
}) {
  const { draft, change, touch } = editor;
  return (
    <SettingField
      editor={editor}
      path={field}
      label={SETTING_NAMES[field]}
      hint={hint}
      className="sm:col-span-2"
    >
      <TextInput
        value={draft[field]}
        onValueChange={(value) => change({ [field]: value })}
        onBlur={() => touch(field)}
        inputMode="url"
        autoComplete="off"
      />
    </SettingField>
  );
}

function SlugField({ editor }: { readonly editor: Editor }) {
  const { draft, change, touch } = editor;
  return (
    <SettingField
      editor={editor}
      path="slug"
      label={SETTING_NAMES.slug}
      hint={words.job.slugHint}
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
    </SettingField>
  );
}

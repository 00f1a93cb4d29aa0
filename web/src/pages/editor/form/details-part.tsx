import type { Project } from '@overdue/sdk';
import { LINK_SETTINGS } from '../../../fields/setting-names.ts';
import { describedLink } from '../../../monitor/described-link.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/form/field.tsx';
import { MultiPick } from '../../../ui/form/multi-pick.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';
import { AddressField } from './address-field.tsx';

interface DetailsPartProps {
  readonly editor: Editor;
  readonly projects: readonly Project[];
  /** Tags of other monitors, as suggestions. */
  readonly tags: readonly string[];
}

/** The monitor's project and tags, and texts for the member who handles its incidents. */
export function DetailsPart({ editor, projects, tags }: DetailsPartProps) {
  const { draft, change, touch } = editor;
  const standard = projects.find(({ isDefault }) => isDefault)?.shortID ?? '';
  const link = describedLink(draft);
  return (
    <Panel title={words.job.title}>
      <div className="grid gap-4 sm:grid-cols-2">
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
        {link === null ? null : (
          <div className="min-w-0 sm:col-span-2">
            <Button
              className="max-w-full"
              onClick={() => change({ [link.field]: link.url })}
              title={link.url}
            >
              <Icon name="book" />
              <span className="truncate">{words.job.takeLink(link.url, link.label)}</span>
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

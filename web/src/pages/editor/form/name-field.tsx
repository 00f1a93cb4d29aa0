import { MONITOR_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useQuery } from '@tanstack/react-query';
import { monitorsQuery } from '../../../data/monitors/monitors.ts';
import { TextInput } from '../../../ui/form/field.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';

/** Name of the monitor. Warns if another monitor has the same name, because alerts show only the name. */
export function NameField({ editor }: { readonly editor: Editor }) {
  const { draft, base, change, touch } = editor;
  const { data: list } = useQuery(monitorsQuery);
  const name = draft.name.trim();
  const isDuplicate =
    name !== base.name.trim() && list?.monitors.some((monitor) => monitor.name === name) === true;
  return (
    <SettingField
      editor={editor}
      path="name"
      label={words.job.name}
      hint={isDuplicate ? words.job.nameIsDuplicate : undefined}
      className="sm:col-span-2"
    >
      <TextInput
        value={draft.name}
        onValueChange={(next) => change({ name: next })}
        onBlur={() => touch('name')}
        placeholder={words.job.namePlaceholder}
        autoComplete="off"
        maxLength={2 * MONITOR_INPUT_LENGTHS.name}
      />
    </SettingField>
  );
}

import { type LINK_SETTINGS, SETTING_NAMES } from '../../../fields/setting-names.ts';
import { TextInput } from '../../../ui/form/field.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import type { Editor } from '../use-editor.ts';

interface AddressFieldProps {
  readonly editor: Editor;
  readonly field: (typeof LINK_SETTINGS)[number] | 'forwardTo';
  readonly hint: string;
}

export function AddressField({ editor, field, hint }: AddressFieldProps) {
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

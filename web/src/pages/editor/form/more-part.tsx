import { MONITOR_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useState } from 'react';
import { SETTING_NAMES } from '../../../fields/setting-names.ts';
import { TextInput } from '../../../ui/form/field.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';
import { AddressField } from './address-field.tsx';

const PATHS = ['slug', 'forwardTo'] as const;

/** Settings that few monitors need. They are folded unless pings are forwarded, or a field has an error or another person's change. */
export function MorePart({ editor }: { readonly editor: Editor }) {
  const [isOpen, setOpen] = useState(editor.base.forwardTo !== '');
  const needsAttention = PATHS.some(
    (path) => editor.problem(path) !== undefined || editor.theirs(path) !== undefined,
  );
  return (
    <details
      open={isOpen || needsAttention}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group min-w-0 rounded-lg border border-line bg-panel"
    >
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 rounded-lg px-4 py-1.5">
        <span className="font-semibold">{words.more.title}</span>
        <span className="text-table text-soft group-open:hidden">{words.more.hint}</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-4">
        <SlugField editor={editor} />
        <AddressField editor={editor} field="forwardTo" hint={words.more.forwardHint} />
      </div>
    </details>
  );
}

function SlugField({ editor }: { readonly editor: Editor }) {
  const { draft, change, touch } = editor;
  return (
    <SettingField editor={editor} path="slug" label={SETTING_NAMES.slug} hint={words.more.slugHint}>
      <TextInput
        value={draft.slug}
        onValueChange={(slug) => change({ slug })}
        onBlur={() => touch('slug')}
        placeholder={words.more.slugPlaceholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MONITOR_INPUT_LENGTHS.slug}
      />
    </SettingField>
  );
}

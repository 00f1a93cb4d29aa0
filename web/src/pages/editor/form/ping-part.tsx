import type { PingFilter } from '@overdue/domain/ping/ping-filter.ts';
import { SETTING_NAMES } from '../../../fields/setting-names.ts';
import { KEYWORDS, SEARCHES, searchesKeywords } from '../../../monitor/ping-filter.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { TextInput } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import { TheirChange } from '../conflicts/their-change.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';

const OTHERWISE = [
  { value: 'ignore', label: words.pings.otherwise.ignore },
  { value: 'fail', label: words.pings.otherwise.fail },
] as const;

/** Settings that decide which pings count, and how the text of a ping decides its type. */
export function PingPart({ editor }: { readonly editor: Editor }) {
  const { draft, change } = editor;
  const { pingFilter } = draft;
  const filter = (edit: Partial<PingFilter>) => change({ pingFilter: { ...pingFilter, ...edit } });
  return (
    <Panel title={words.pings.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Switch
          checked={pingFilter.methods === 'POST'}
          onChange={(isPost) => filter({ methods: isPost ? 'POST' : 'any' })}
          label={words.pings.post}
          hint={words.pings.postHint}
        />
        <Switch
          checked={!draft.manualResume}
          onChange={(resumes) => change({ manualResume: !resumes })}
          label={words.pings.resume}
          hint={words.pings.resumeHint}
        />
        {['pingFilter.methods', 'manualResume'].map((path) => (
          <TheirChange key={path} editor={editor} path={path} />
        ))}
        <fieldset className="flex min-w-0 flex-col gap-1.5 sm:col-span-2">
          <legend className="mb-1.5 font-medium">{words.pings.search}</legend>
          {SEARCHES.map((name) => (
            <Checkbox
              key={name}
              checked={pingFilter[name]}
              onChange={(isSearched) => filter({ [name]: isSearched })}
              label={words.pings[name]}
            />
          ))}
          {SEARCHES.map((name) => (
            <TheirChange key={name} editor={editor} path={`pingFilter.${name}`} />
          ))}
          <p className="text-xs text-soft">{words.pings.searchHint}</p>
        </fieldset>
        {searchesKeywords(pingFilter) ? <Keywords editor={editor} onChange={filter} /> : null}
      </div>
    </Panel>
  );
}

interface KeywordsProps {
  readonly editor: Editor;
  readonly onChange: (edit: Partial<PingFilter>) => void;
}

function Keywords({ editor, onChange }: KeywordsProps) {
  const { pingFilter } = editor.draft;
  return (
    <>
      {KEYWORDS.map((name) => (
        <SettingField
          editor={editor}
          path={`pingFilter.${name}`}
          key={name}
          label={SETTING_NAMES[`pingFilter.${name}`]}
          hint={words.pings[name]}
        >
          <TextInput
            value={pingFilter[name]}
            onValueChange={(keywords) => onChange({ [name]: keywords })}
            onBlur={() => editor.touch(`pingFilter.${name}`)}
            autoComplete="off"
          />
        </SettingField>
      ))}
      <SettingField
        editor={editor}
        path="pingFilter.otherwise"
        label={SETTING_NAMES['pingFilter.otherwise']}
        hint={words.pings.otherwiseHint}
      >
        <Select
          value={pingFilter.otherwise}
          options={OTHERWISE}
          onChange={(otherwise) => onChange({ otherwise })}
        />
      </SettingField>
    </>
  );
}

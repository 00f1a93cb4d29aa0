import { type CheckKind, MONITOR_KINDS, type MonitorKind } from '@overdue/domain/checks/check-result.ts';
import { CHECK_NAMES, KIND_NAMES } from '../../../monitor/check-words.ts';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { TextArea, TextInput } from '../../../ui/form/field.tsx';
import { Segments } from '../../../ui/form/segments.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import { HTTP_METHODS, intervalOf } from '../draft/check-fields.ts';
import { NameField, Times } from '../schedule/schedule-part.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';

const TIMEOUTS = [5, 10, 30, 60];

const KINDS = MONITOR_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }));

/** The kind of a new monitor. It can't be changed later. */
export function KindPart({ editor: { draft, change } }: { readonly editor: Editor }) {
  return (
    <Panel title={words.check.kind}>
      <Segments
        label={words.check.kind}
        value={draft.kind}
        options={KINDS}
        onChange={(kind: MonitorKind) => change({ kind, ...intervalOf(kind) })}
      />
      <p className="pt-1 text-xs text-soft">{words.check.kindHint}</p>
    </Panel>
  );
}

/** The target of a monitor, and how Overdue checks it. */
export function CheckPart({ editor, kind }: { readonly editor: Editor; readonly kind: CheckKind }) {
  const { draft, change, touch } = editor;
  return (
    <Panel title={KIND_NAMES[kind]}>
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField editor={editor} />
        <SettingField
          editor={editor}
          path="url"
          label={words.check.target}
          hint={words.check.targetHint[kind]}
          className="sm:col-span-2"
        >
          <TextInput
            value={draft.url}
            onValueChange={(url) => change({ url })}
            onBlur={() => touch('url')}
            placeholder={words.check.targetExample[kind]}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        </SettingField>
        <Times editor={editor} />
        <SettingField
          editor={editor}
          path="check.timeout"
          label={CHECK_NAMES.timeout}
          hint={words.check.timeoutHint}
        >
          <DurationInput
            value={draft.timeout}
            onChange={(timeout) => change({ timeout })}
            onBlur={() => touch('check.timeout')}
            choices={TIMEOUTS}
          />
        </SettingField>
        <SettingField
          editor={editor}
          path="check.confirm"
          label={CHECK_NAMES.confirm}
          hint={words.check.confirmHint}
        >
          <TextInput
            value={draft.confirmAttempts}
            onValueChange={(confirmAttempts) => change({ confirmAttempts })}
            onBlur={() => touch('check.confirm')}
            inputMode="numeric"
            autoComplete="off"
          />
        </SettingField>
        {kind === 'http' ? <ResponseFields editor={editor} /> : null}
      </div>
    </Panel>
  );
}

/** The request, and the expected response of a website. */
function ResponseFields({ editor }: { readonly editor: Editor }) {
  const { draft, change, touch } = editor;
  return (
    <>
      <SettingField editor={editor} path="check.method" label={CHECK_NAMES.method}>
        <Select
          value={draft.method}
          options={HTTP_METHODS.map((value) => ({ value, label: value }))}
          onChange={(method) => {
            change({ method });
            touch('check.method');
          }}
        />
      </SettingField>
      <SettingField
        editor={editor}
        path="check.status"
        label={CHECK_NAMES.status}
        hint={words.check.statusHint}
      >
        <TextInput
          value={draft.expectedStatus}
          onValueChange={(expectedStatus) => change({ expectedStatus })}
          onBlur={() => touch('check.status')}
          autoComplete="off"
        />
      </SettingField>
      {(['contains', 'notContains'] as const).map((field) => (
        <SettingField
          key={field}
          editor={editor}
          path={`check.${field}`}
          label={CHECK_NAMES[field]}
          hint={words.check.textsHint}
        >
          <TextArea
            rows={2}
            value={draft[field]}
            onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
            onBlur={() => touch(`check.${field}`)}
            spellCheck={false}
          />
        </SettingField>
      ))}
    </>
  );
}

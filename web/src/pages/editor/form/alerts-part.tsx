import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import type { Channel, EscalationPolicy, Project } from '@overdue/sdk';
import { Link } from '@tanstack/react-router';
import { words as channelWords } from '../../../channel/words.ts';
import {
  COUNT_FIELDS,
  COUNT_SETTINGS,
  type CountField,
  SETTING_NAMES,
} from '../../../fields/setting-names.ts';
import { SEVERITY_NAMES } from '../../../monitor/alert-choices.ts';
import { formatSecondsExact } from '../../../time/parse-duration.ts';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { MultiPick } from '../../../ui/form/multi-pick.tsx';
import { Segments } from '../../../ui/form/segments.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SettingField } from '../conflicts/setting-field.tsx';
import { TheirChange } from '../conflicts/their-change.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';

interface AlertsPartProps {
  readonly editor: Editor;
  readonly projects: readonly Project[];
  readonly channels: readonly Channel[];
  readonly escalations: readonly EscalationPolicy[];
}

const REMINDERS = [900, 3600, 14_400, 86_400];
/** Option for the project's policy. The other options are IDs of policies. */
const PROJECT = 'project';
const NONE = 'nobody';

export function AlertsPart({ editor, projects, channels, escalations }: AlertsPartProps) {
  const { draft, change } = editor;
  const project = projects.find(({ shortID, isDefault }) =>
    draft.projectShortID === '' ? isDefault : shortID === draft.projectShortID,
  );
  return (
    <Panel title={words.alerts.title}>
      <div className="grid gap-4 sm:grid-cols-2">
        {COUNT_FIELDS.map((field) => (
          <Count key={field} editor={editor} field={field} />
        ))}
        <Channels editor={editor} project={project} channels={channels} />
        <SettingField
          editor={editor}
          path="severity"
          label={words.alerts.severity}
          hint={words.alerts.severityHint}
        >
          <Select
            value={draft.severity}
            options={SEVERITIES.map((severity) => ({
              value: severity,
              label: SEVERITY_NAMES[severity],
            }))}
            onChange={(severity) => change({ severity })}
          />
        </SettingField>
        <SettingField
          editor={editor}
          path="escalation"
          label={words.alerts.escalation}
          hint={words.alerts.escalationHint}
        >
          <Select
            value={draft.escalation === null ? PROJECT : draft.escalation === '' ? NONE : draft.escalation}
            options={[
              {
                value: PROJECT,
                label: words.alerts.escalationProject(nameOf(project?.escalation ?? '', escalations)),
              },
              { value: NONE, label: words.alerts.none },
              ...escalations.map(({ shortID, name }) => ({ value: shortID, label: name })),
            ]}
            onChange={(value) =>
              change({ escalation: value === PROJECT ? null : value === NONE ? '' : value })
            }
          />
        </SettingField>
        <Reminders editor={editor} project={project} />
      </div>
    </Panel>
  );
}

interface CountProps {
  readonly editor: Editor;
  readonly field: CountField;
}

function Count({ editor, field }: CountProps) {
  const { label, unit } = COUNT_SETTINGS[field];
  return (
    <SettingField editor={editor} path={field} label={label}>
      <span className="flex items-center gap-2">
        <TextInput
          value={editor.draft[field]}
          onValueChange={(text) => editor.change({ [field]: text })}
          onBlur={() => editor.touch(field)}
          inputMode="numeric"
          autoComplete="off"
          className="numeric w-16!"
        />
        <span className="text-soft">{unit}</span>
      </span>
    </SettingField>
  );
}

interface ChannelsProps {
  readonly editor: Editor;
  readonly project: Project | undefined;
  readonly channels: readonly Channel[];
}

function Channels({ editor, project, channels }: ChannelsProps) {
  const { draft, change, problem } = editor;
  const inherited =
    project === undefined || project.channels === null
      ? channels.filter(({ isDefault }) => isDefault)
      : channels.filter(({ shortID }) => project.channels?.includes(shortID));
  const alerted =
    draft.channels === null ? inherited : channels.filter(({ shortID }) => draft.channels?.includes(shortID));
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <span className="font-medium">{words.alerts.channels}</span>
      <div>
        <Segments
          label={words.alerts.channels}
          value={draft.channels === null ? 'project' : 'own'}
          options={[
            { value: 'project', label: words.alerts.ofProject },
            { value: 'own', label: words.alerts.ownChannels },
          ]}
          onChange={(choice) =>
            change({
              channels:
                choice === 'project' ? null : (draft.channels ?? inherited.map(({ shortID }) => shortID)),
            })
          }
        />
      </div>
      {draft.channels === null ? null : (
        <Field label={<span className="sr-only">{words.alerts.pick}</span>} problem={problem('channels')}>
          <MultiPick
            value={draft.channels}
            options={channels.map(({ shortID, name, disabled }) => ({
              value: shortID,
              label: disabled === null ? name : words.alerts.off(name),
            }))}
            onChange={(picked) => change({ channels: picked })}
            placeholder={words.alerts.pick}
          />
        </Field>
      )}
      <TheirChange editor={editor} path="channels" />
      <p className="text-xs text-soft">
        {alerted.length === 0
          ? channelWords.nobody
          : words.alerts.alerted(alerted.map(({ name }) => name).join(', '))}{' '}
        {channels.length > 0 ? null : (
          <Link to="/channels/new" className="font-medium link">
            {words.alerts.addChannel}
          </Link>
        )}
      </p>
    </div>
  );
}

function Reminders({ editor, project }: { readonly editor: Editor; readonly project: Project | undefined }) {
  const { draft, change, touch, problem } = editor;
  const inherited = project?.remindEvery ?? 0;
  return (
    <>
      <Field label={SETTING_NAMES.remindEvery} hint={words.alerts.remindHint}>
        <Select
          value={draft.remind}
          options={[
            {
              value: 'project',
              label:
                inherited === 0
                  ? words.alerts.remindProjectNever
                  : words.alerts.remindProject(formatSecondsExact(inherited)),
            },
            { value: 'never', label: words.alerts.remindOptions.never },
            { value: 'every', label: words.alerts.remindOptions.every },
          ]}
          onChange={(remind) => change({ remind })}
        />
        <TheirChange editor={editor} path="remindEvery" />
      </Field>
      {draft.remind === 'every' ? (
        <Field label={SETTING_NAMES.remindEvery} problem={problem('remindEvery')}>
          <DurationInput
            value={draft.remindEvery}
            onChange={(remindEvery) => change({ remindEvery })}
            onBlur={() => touch('remindEvery')}
            choices={REMINDERS}
          />
        </Field>
      ) : null}
    </>
  );
}

function nameOf(shortID: string, escalations: readonly EscalationPolicy[]): string {
  return (
    escalations.find((escalation) => escalation.shortID === shortID)?.name ?? words.alerts.none.toLowerCase()
  );
}

import { Field, TextInput } from '../../ui/form/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Notice } from '../../ui/states.tsx';
import { RoutingForm } from './routing-form.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { ChannelForm } from './use-channel-form.ts';
import { words } from './words.ts';

const { form: text } = words;

export function ChannelFields({ form, isGroup }: { readonly form: ChannelForm; readonly isGroup: boolean }) {
  return (
    <>
      {form.general === undefined ? null : <Notice kind="problem">{form.general}</Notice>}
      <Panel title={text.settings}>
        <div className="flex flex-col gap-4">
          <Field label={text.name} hint={text.nameHint} problem={form.problemOf('name')}>
            <TextInput
              value={form.name}
              maxLength={100}
              onChange={(event) => form.setName(event.target.value)}
              onBlur={() => form.touch('name')}
            />
          </Field>
          <SettingsForm
            fields={form.fields}
            values={form.values}
            onChange={form.setValues}
            onLeave={form.touch}
            problemOf={form.problemOf}
          />
        </div>
      </Panel>
      <Panel title={text.routing}>
        <div className="flex flex-col gap-4">
          <RoutingForm
            routing={form.routing}
            onChange={form.setRouting}
            isGroup={isGroup}
            problemOf={form.problemOf}
          />
        </div>
      </Panel>
    </>
  );
}

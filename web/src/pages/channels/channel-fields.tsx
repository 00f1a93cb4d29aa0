import type { ChannelType } from '@overdue/sdk';
import { CHANNEL_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { OperatorNotice } from '../../channel-form/operator-notice.tsx';
import { groupFields } from '../../channel-form/settings-fields.ts';
import { SettingsForm } from '../../channel-form/settings-form.tsx';
import { TopicLink } from '../../channel-form/topic-link.tsx';
import type { ChannelForm } from '../../channel-form/use-channel-form.ts';
import { words } from '../../channel-form/words.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Notice } from '../../ui/states.tsx';
import { RoutingForm } from './routing-form.tsx';

const { form: text } = words;

interface ChannelFieldsProps {
  readonly form: ChannelForm;
  readonly type: ChannelType;
}

export function ChannelFields({ form, type }: ChannelFieldsProps) {
  const { shown, more } = groupFields(form.fields);
  const settings = {
    values: form.values,
    onChange: form.setValues,
    onLeave: form.touch,
    problemOf: form.problemOf,
  };
  return (
    <>
      <OperatorNotice type={type} values={form.values} />
      {form.general === undefined ? null : <Notice kind="problem">{form.general}</Notice>}
      <Panel title={text.settings}>
        <div className="flex flex-col gap-4">
          <Field label={text.name} hint={text.nameHint} problem={form.problemOf('name')}>
            <TextInput
              value={form.name}
              maxLength={CHANNEL_INPUT_LENGTHS.name}
              onChange={(event) => form.setName(event.target.value)}
              onBlur={() => form.touch('name')}
            />
          </Field>
          <SettingsForm fields={shown} {...settings} />
          <TopicLink type={type.type} values={form.values} />
          {more.length === 0 ? null : (
            <details
              // Opens the group if it has an error, because an error in a closed group is invisible.
              open={more.some(({ name }) => form.problemOf(`settings.${name}`) !== undefined) || undefined}
            >
              <summary className="min-h-6 cursor-pointer font-medium text-accent">{text.more}</summary>
              <div className="flex flex-col gap-4 pt-4">
                <SettingsForm fields={more} {...settings} />
              </div>
            </details>
          )}
        </div>
      </Panel>
      <Panel title={text.routing}>
        <div className="flex flex-col gap-4">
          <RoutingForm
            routing={form.routing}
            onChange={form.setRouting}
            isGroup={type.type === 'group'}
            problemOf={form.problemOf}
          />
        </div>
      </Panel>
    </>
  );
}

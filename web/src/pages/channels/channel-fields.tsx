import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { SUBSCRIPTION_KINDS, type SubscriptionKind } from '@overdue/domain/alerting/subscriptions.ts';
import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { ChannelType } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { OperatorNotice } from '../../channel-form/operator-notice.tsx';
import { groupFields } from '../../channel-form/settings-fields.ts';
import { SettingsForm } from '../../channel-form/settings-form.tsx';
import { TopicLink } from '../../channel-form/topic-link.tsx';
import type { ChannelForm } from '../../channel-form/use-channel-form.ts';
import { words } from '../../channel-form/words.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import {
  type Routing,
  SEVERITY_NAMES,
  type Severity,
  SUBSCRIPTION_NAMES,
} from '../../monitor/alert-choices.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Notice } from '../../ui/states.tsx';

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
              maxLength={NAME_LENGTH_MAX}
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

interface RoutingFormProps {
  readonly routing: Routing;
  readonly onChange: (routing: Routing) => void;
  readonly isGroup: boolean;
  readonly problemOf: (path: string) => string | undefined;
}

function RoutingForm({ routing, onChange, isGroup, problemOf }: RoutingFormProps) {
  const { data: list } = useQuery(monitorsQuery);
  const tags = [...new Set(list?.monitors.flatMap((monitor) => monitor.tags))].sort();
  const set = (part: Partial<Routing>) => onChange({ ...routing, ...part });
  const toggle = (subscription: SubscriptionKind, isOn: boolean) =>
    set({
      subscriptions: SUBSCRIPTION_KINDS.filter((candidate) =>
        candidate === subscription ? isOn : routing.subscriptions.includes(candidate),
      ),
    });
  return (
    <>
      {isGroup ? <Members routing={routing} onChange={onChange} problemOf={problemOf} /> : null}
      <fieldset className="flex flex-col gap-1.5">
        <legend className="pb-1 font-medium">{text.subscriptions}</legend>
        {SUBSCRIPTION_KINDS.map((subscription) => (
          <Checkbox
            key={subscription}
            checked={routing.subscriptions.includes(subscription)}
            onChange={(isOn) => toggle(subscription, isOn)}
            label={
              <>
                {SUBSCRIPTION_NAMES[subscription]}{' '}
                <span className="text-xs text-soft">{words.subscriptionHints[subscription]}</span>
              </>
            }
          />
        ))}
      </fieldset>
      <Field label={text.tags} hint={text.tagsHint} problem={problemOf('tags')}>
        <MultiPick
          free
          value={routing.tags}
          options={tags.map((tag) => ({ value: tag, label: tag }))}
          onChange={(next) => set({ tags: next })}
        />
      </Field>
      <Field label={text.minSeverity}>
        <Select<Severity>
          value={routing.minSeverity}
          options={SEVERITIES.map((value) => ({ value, label: SEVERITY_NAMES[value] }))}
          onChange={(minSeverity) => set({ minSeverity })}
        />
      </Field>
      <Switch
        label={text.isDefault}
        hint={words.defaultHint}
        checked={routing.isDefault}
        onChange={(isDefault) => set({ isDefault })}
      />
    </>
  );
}

function Members({ routing, onChange, problemOf }: Omit<RoutingFormProps, 'isGroup'>) {
  const { data: channels = [] } = useQuery(channelsQuery);
  return (
    <Field label={text.members} hint={text.membersHint} problem={problemOf('channels')}>
      <MultiPick
        value={routing.channels}
        options={channels
          .filter(({ type }) => type !== 'group')
          .map(({ shortID, name }) => ({ value: shortID, label: name }))}
        onChange={(next) => onChange({ ...routing, channels: next })}
      />
    </Field>
  );
}

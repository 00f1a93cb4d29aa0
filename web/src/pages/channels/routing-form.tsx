import { SEVERITIES } from '@overdue/domain/alerting/alert.ts';
import { SUBSCRIPTION_KINDS, type SubscriptionKind } from '@overdue/domain/alerting/subscriptions.ts';
import { useQuery } from '@tanstack/react-query';
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
import { Field } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Switch } from '../../ui/form/switch.tsx';

const { form } = words;

interface RoutingFormProps {
  readonly routing: Routing;
  readonly onChange: (routing: Routing) => void;
  readonly isGroup: boolean;
  readonly problemOf: (path: string) => string | undefined;
}

export function RoutingForm({ routing, onChange, isGroup, problemOf }: RoutingFormProps) {
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
        <legend className="pb-1 font-medium">{form.subscriptions}</legend>
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
      <Field label={form.tags} hint={form.tagsHint} problem={problemOf('tags')}>
        <MultiPick
          free
          value={routing.tags}
          options={tags.map((tag) => ({ value: tag, label: tag }))}
          onChange={(next) => set({ tags: next })}
        />
      </Field>
      <Field label={form.minSeverity}>
        <Select<Severity>
          value={routing.minSeverity}
          options={SEVERITIES.map((value) => ({ value, label: SEVERITY_NAMES[value] }))}
          onChange={(minSeverity) => set({ minSeverity })}
        />
      </Field>
      <Switch
        label={form.isDefault}
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
    <Field label={form.members} hint={form.membersHint} problem={problemOf('channels')}>
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

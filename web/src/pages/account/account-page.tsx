import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { Account } from '@overdue/sdk';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { changePreferences, usePreferences } from '../../preferences/preferences.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EmailChange } from './email/email-change.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordSection } from './password-section.tsx';
import { Sessions } from './sessions.tsx';
import { TrustedBrowsers } from './trusted-browsers.tsx';
import { TwoFactor } from './two-factor/two-factor.tsx';
import { words } from './words.ts';

const { appearance, profile } = words;

export function AccountPage() {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <>
      <PageHeader title={words.title} />
      {account.team === null ? null : <AccountTabs />}
      <div>
        <Profile account={account} />
        <Appearance />
        <PasswordSection account={account} />
        <TwoFactor account={account} />
        {account.twoFactor ? <TrustedBrowsers /> : null}
        <Passkeys account={account} />
        <Sessions />
        <DeleteAccount account={account} />
      </div>
    </>
  );
}

function Appearance() {
  const { theme, density, zone } = usePreferences();
  return (
    <Section title={appearance.title} anchor="appearance" intro={appearance.intro}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium">{appearance.theme}</span>
            <Segments
              label={appearance.theme}
              value={theme}
              onChange={(next) => changePreferences({ theme: next })}
              options={(['system', 'light', 'dark'] as const).map((value) => ({
                value,
                label: appearance.themes[value],
              }))}
            />
          </div>
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium">{appearance.density}</span>
            <Segments
              label={appearance.density}
              value={density}
              onChange={(next) => changePreferences({ density: next })}
              options={(['comfortable', 'compact'] as const).map((value) => ({
                value,
                label: appearance.densities[value],
              }))}
            />
          </div>
        </div>
        <ZoneChoice zone={zone} onChange={(next) => changePreferences({ zone: next })} />
      </div>
    </Section>
  );
}

interface ZoneChoiceProps {
  readonly zone: string | null;
  readonly onChange: (zone: string | null) => void;
}

function ZoneChoice({ zone, onChange }: ZoneChoiceProps) {
  const system = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="flex max-w-80 flex-col gap-2">
      <Field label={appearance.zone} hint={appearance.zoneHint}>
        <ZonePicker value={zone ?? system} onChange={onChange} />
      </Field>
      <Switch
        checked={zone === null}
        onChange={(isSystem) => onChange(isSystem ? null : system)}
        label={appearance.systemZone(system)}
      />
    </div>
  );
}

function Profile({ account }: { readonly account: Account }) {
  const [loaded, setLoaded] = useState(account);
  const [name, setName] = useState(account.name);
  const toast = useToast();
  const save = useMutation({
    mutationFn: () =>
      saveMerged({
        base: loaded,
        edit: { name: name.trim() },
        send: (edit, options) => api.accounts.update(edit, options),
      }),
    onSuccess(changed) {
      queryClient.setQueryData(accountQuery.queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ['team'] });
      setLoaded(changed);
      setName(changed.name);
      toast({ title: words.saved });
    },
  });
  const problems = problemsOf(save.error, ['name']);
  const isChanged = name.trim() !== account.name && name.trim() !== '';
  return (
    <Section title={profile.title} intro={profile.intro}>
      <Form
        onSubmit={() => save.mutate()}
        problem={problems.general}
        action={profile.save}
        ready={isChanged}
        busy={save.isPending}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={profile.name} problem={problems.of('name')}>
            <TextInput
              required
              autoComplete="name"
              maxLength={SHORT_NAME_LENGTH_MAX}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field
            label={profile.email}
            hint={account.service.hasMail ? profile.emailHint : `${profile.emailHint} ${profile.emailFixed}`}
          >
            <TextInput readOnly value={account.email} className="bg-sunken text-soft" />
          </Field>
        </div>
      </Form>
      {account.service.hasMail ? <EmailChange account={account} /> : null}
    </Section>
  );
}

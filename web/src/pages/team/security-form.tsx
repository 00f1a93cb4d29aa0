import type { Team } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { teamQuery } from '../../data/team/members.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Section } from '../../ui/section.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { security: text } = words;

export function SecurityForm({ team }: { readonly team: Team }) {
  const isOwner = useMay('owner');
  const toast = useToast();
  const [loaded, setLoaded] = useState(team);
  const [requireTwoFactor, setRequired] = useState(team.requireTwoFactor);
  const [days, setDays] = useState(team.tokenDaysMax === null ? '' : String(team.tokenDaysMax));
  const tokenDaysMax = days.trim() === '' ? null : Number(days);
  // Checked because JSON turns NaN into null, which would remove the limit.
  const isReadable = tokenDaysMax === null || Number.isInteger(tokenDaysMax);
  const save = useMutation({
    mutationFn: () =>
      saveMerged({
        base: loaded,
        edit: { requireTwoFactor, tokenDaysMax },
        send: (edit, options) => api.team.update(edit, options),
      }),
    onSuccess(saved) {
      setLoaded(saved);
      queryClient.setQueryData(teamQuery.queryKey, saved);
      toast({ title: words.saved });
    },
  });
  const problems = problemsOf(save.error, ['tokenDaysMax']);
  const isChanged = requireTwoFactor !== loaded.requireTwoFactor || tokenDaysMax !== loaded.tokenDaysMax;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isChanged && isReadable) save.mutate();
  }
  return (
    <Section title={text.title} intro={text.intro}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Switch
          label={text.twoFactor}
          hint={text.twoFactorHint}
          checked={requireTwoFactor}
          disabled={!isOwner}
          onChange={setRequired}
        />
        <Field
          label={text.tokenDays}
          hint={text.tokenDaysHint}
          problem={isReadable ? problems.of('tokenDaysMax') : text.tokenDaysWrong}
          className="max-w-80"
        >
          <TextInput
            inputMode="numeric"
            readOnly={!isOwner}
            value={days}
            onChange={(event) => setDays(event.target.value)}
            className="read-only:bg-sunken read-only:text-soft"
          />
        </Field>
        {problems.general === undefined ? null : <Notice kind="problem">{problems.general}</Notice>}
        {isOwner ? (
          <div>
            <Button
              type="submit"
              variant="primary"
              busy={save.isPending}
              disabled={!isChanged || !isReadable}
            >
              {text.save}
            </Button>
          </div>
        ) : null}
      </form>
    </Section>
  );
}

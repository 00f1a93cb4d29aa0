import { OverdueError, type Team } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { membersQuery, teamQuery } from '../../data/team/members.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Section } from '../../ui/section.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { security: text } = words;

export function SecurityForm({ team }: { readonly team: Team }) {
  const isOwner = useHasRole('owner');
  const toast = useToast();
  const [loaded, setLoaded] = useState(team);
  const [requireTwoFactor, setRequired] = useState(team.requireTwoFactor);
  const [days, setDays] = useState(team.tokenDaysMax === null ? '' : String(team.tokenDaysMax));
  const tokenDaysMax = days.trim() === '' ? null : Number(days);
  // NaN must not be sent, because JSON turns NaN into null, and null would remove the limit.
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
  const locksOut = save.error instanceof OverdueError && save.error.code === 'two_factor_required';
  const isChanged = requireTwoFactor !== loaded.requireTwoFactor || tokenDaysMax !== loaded.tokenDaysMax;
  return (
    <Section title={text.title} intro={text.intro}>
      <Form
        onSubmit={() => save.mutate()}
        problem={locksOut ? <LockedOut problem={problems.general} /> : problems.general}
        action={isOwner ? text.save : null}
        ready={isChanged && isReadable}
        busy={save.isPending}
      >
        <Switch
          label={text.twoFactor}
          hint={text.twoFactorHint}
          checked={requireTwoFactor}
          disabled={!isOwner}
          onChange={setRequired}
        />
        {requireTwoFactor && !loaded.requireTwoFactor ? <WithoutFactor /> : null}
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
      </Form>
    </Section>
  );
}

/** Error of a setting that would lock out its owner, with the way out. */
function LockedOut({ problem }: { readonly problem: string | undefined }) {
  return (
    <>
      {problem}{' '}
      <Link to="/account" hash="two-factor" className="link">
        {text.setUp}
      </Link>
    </>
  );
}

/** Names the members who could no longer use the team if it required two-factor authentication. */
function WithoutFactor() {
  const { data: members = [] } = useQuery(membersQuery);
  const names = members
    .filter(({ hasTwoFactor }) => hasTwoFactor === false)
    .map(({ name, email }) => name || email);
  return names.length === 0 ? null : <Notice>{words.security.lockedOut(names)}</Notice>;
}

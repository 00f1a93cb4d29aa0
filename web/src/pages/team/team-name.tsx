import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { Team } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { teamQuery } from '../../data/team/members.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { settings: text } = words;

export function TeamName({ team }: { readonly team: Team }) {
  const [loaded, setLoaded] = useState(team);
  const [name, setName] = useState(team.name);
  const mayAdminister = useHasRole('admin');
  const toast = useToast();
  const save = useMutation({
    mutationFn: () =>
      saveMerged({
        base: loaded,
        edit: { name: name.trim() },
        send: (edit, options) => api.team.update(edit, options),
      }),
    async onSuccess(team) {
      queryClient.setQueryData(teamQuery.queryKey, team);
      setLoaded(team);
      setName(team.name);
      toast({ title: words.saved });
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const problems = problemsOf(save.error, ['name']);
  const isChanged = name.trim() !== loaded.name && name.trim() !== '';
  return (
    <Section title={text.name} intro={text.nameIntro}>
      <Form
        onSubmit={() => save.mutate()}
        problem={problems.general}
        action={mayAdminister ? text.save : null}
        ready={isChanged}
        busy={save.isPending}
      >
        <Field label={text.nameLabel} problem={problems.of('name')} className="max-w-80">
          <TextInput
            required
            readOnly={!mayAdminister}
            maxLength={SHORT_NAME_LENGTH_MAX}
            autoComplete="organization"
            value={name}
            onChange={(event) => setName(event.target.value)}
            className="read-only:bg-sunken read-only:text-soft"
          />
        </Field>
      </Form>
    </Section>
  );
}

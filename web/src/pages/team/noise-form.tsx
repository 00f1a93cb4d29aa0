import type { Team } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { teamQuery } from '../../data/team/members.ts';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { type NoiseDraft, noiseDraft, readDraft } from './noise-draft.ts';
import { words } from './words.ts';

const { settings: text } = words;

export function NoiseForm({ team }: { readonly team: Team }) {
  const [loaded, setLoaded] = useState(team);
  const { alerting } = loaded;
  const [draft, setDraft] = useState(() => noiseDraft(alerting));
  const [isTried, setTried] = useState(false);
  const mayChange = useHasRole('member');
  const toast = useToast();
  const read = readDraft(draft);
  const save = useMutation({
    mutationFn: (edit: { readonly alerting: Team['alerting'] }) =>
      saveMerged({
        base: loaded,
        edit,
        before: { alerting: readDraft(noiseDraft(alerting)).alerting ?? alerting },
        send: (changed, options) => api.team.update(changed, options),
      }),
    onSuccess(team) {
      setLoaded(team);
      queryClient.setQueryData(teamQuery.queryKey, team);
      setDraft(noiseDraft(team.alerting));
      setTried(false);
      toast({ title: words.saved });
    },
  });
  const names = Object.keys(draft).map((name) => `alerting.${name}`);
  const problems = problemsOf(save.error, names);
  const problemOf = (name: keyof NoiseDraft) =>
    (isTried ? read.problems[name] : undefined) ?? problems.of(`alerting.${name}`);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(noiseDraft(alerting));
  function submit(): void {
    setTried(true);
    if (read.alerting !== null) save.mutate({ alerting: read.alerting });
  }
  const count = (name: 'gatherAbove' | 'flapAbove', label: string) => (
    <Field label={label} problem={problemOf(name)}>
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        disabled={!mayChange}
        value={draft[name]}
        onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
        className="numeric"
      />
    </Field>
  );
  const length = (name: 'gatherWithin' | 'flapWithin' | 'flapQuiet', label: string) => (
    <Field label={label} problem={problemOf(name)}>
      <DurationInput
        disabled={!mayChange}
        value={draft[name]}
        onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
      />
    </Field>
  );
  return (
    <Section title={text.noise} intro={text.noiseIntro}>
      <Form
        onSubmit={submit}
        problem={problems.general}
        action={mayChange ? text.save : null}
        ready={isChanged}
        busy={save.isPending}
      >
        <div className="flex flex-col gap-6">
          <Group title={text.combine} hint={text.combineHint}>
            {count('gatherAbove', text.combineAbove)}
            {length('gatherWithin', text.combineWithin)}
          </Group>
          <Group title={text.flap} hint={text.flapHint}>
            {count('flapAbove', text.flapAbove)}
            {length('flapWithin', text.flapWithin)}
            {length('flapQuiet', text.flapQuiet)}
          </Group>
        </div>
      </Form>
    </Section>
  );
}

function Group({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="pb-2 font-semibold">{title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
      <p className="pt-2 text-xs text-soft">{hint}</p>
    </fieldset>
  );
}

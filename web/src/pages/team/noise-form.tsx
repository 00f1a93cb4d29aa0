import type { Team } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { teamQuery } from '../../data/team/members.ts';
import { formatSecondsExact, parseSeconds } from '../../time/parse-duration.ts';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Section } from '../../ui/section.tsx';
import { useToast } from '../../ui/toasts.tsx';
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

type Alerting = Team['alerting'];
/** Alert limits as typed. */
type NoiseDraft = Readonly<Record<keyof Alerting, string>>;

const COUNT_MAX = 1000;

function noiseDraft(alerting: Alerting): NoiseDraft {
  return {
    gatherAbove: String(alerting.gatherAbove),
    gatherWithin: formatSecondsExact(alerting.gatherWithin),
    flapAbove: String(alerting.flapAbove),
    flapWithin: formatSecondsExact(alerting.flapWithin),
    flapQuiet: formatSecondsExact(alerting.flapQuiet),
  };
}

/** Parses the draft; null if a value is invalid. The service checks minimum and maximum values. */
function readDraft(draft: NoiseDraft): {
  readonly alerting: Alerting | null;
  readonly problems: Readonly<Partial<Record<keyof Alerting, string>>>;
} {
  const gatherAbove = readCount(draft.gatherAbove);
  const flapAbove = readCount(draft.flapAbove);
  const gatherWithin = parseSeconds(draft.gatherWithin);
  const flapWithin = parseSeconds(draft.flapWithin);
  const flapQuiet = parseSeconds(draft.flapQuiet);
  const { count, length } = words.settings;
  const problems = {
    ...(gatherAbove === null ? { gatherAbove: count } : {}),
    ...(flapAbove === null ? { flapAbove: count } : {}),
    ...(gatherWithin === null ? { gatherWithin: length } : {}),
    ...(flapWithin === null ? { flapWithin: length } : {}),
    ...(flapQuiet === null ? { flapQuiet: length } : {}),
  };
  if (
    gatherAbove === null ||
    flapAbove === null ||
    gatherWithin === null ||
    flapWithin === null ||
    flapQuiet === null
  )
    return { alerting: null, problems };
  return { alerting: { gatherAbove, gatherWithin, flapAbove, flapWithin, flapQuiet }, problems };
}

function readCount(text: string): number | null {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return count <= COUNT_MAX ? count : null;
}

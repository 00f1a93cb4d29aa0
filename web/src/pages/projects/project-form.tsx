import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { Project, ProjectEdit } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { escalationsQuery } from '../../data/alerts/escalations.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { problemsOf } from '../../data/problems.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { ManagedNotice } from '../../managed/managed-notice.tsx';
import { formatSecondsExact, parseSeconds } from '../../time/parse-duration.ts';
import { Button } from '../../ui/button.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const PATHS = ['name', 'channels', 'remindEvery', 'escalation'];
const REMIND = [1800, 3600, 14_400];
const { form: text } = words;

interface Draft {
  readonly name: string;
  readonly channels: readonly string[] | null;
  readonly remind: string;
  readonly escalation: string;
}

function projectDraft({ name, channels, remindEvery, escalation }: Project): Draft {
  return { name, channels, remind: remindEvery === 0 ? '' : formatSecondsExact(remindEvery), escalation };
}

export function ProjectForm({ project }: { readonly project: Project }) {
  const [loaded, setLoaded] = useState(project);
  const [draft, setDraft] = useState(() => projectDraft(project));
  const mayChange = useHasRole('member');
  const cache = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (edit: ProjectEdit) =>
      saveMerged({
        base: loaded,
        edit,
        send: (changed, options) => api.projects.update(loaded.shortID, changed, options),
      }),
    onSuccess: (saved) => {
      setLoaded(saved);
      setDraft(projectDraft(saved));
      toast({ title: text.saved });
      return cache.invalidateQueries({ queryKey: projectsQuery.queryKey });
    },
  });
  const remindEvery = draft.remind.trim() === '' ? 0 : parseSeconds(draft.remind);
  const problems = problemsOf(save.error, PATHS);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(projectDraft(loaded));
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (remindEvery === null || !isChanged) return;
    const { name, channels, escalation } = draft;
    save.mutate({ name: name.trim(), channels, remindEvery, escalation });
  }
  return (
    <form onSubmit={submit} noValidate className="flex max-w-180 flex-col gap-4">
      <ManagedNotice id={project.shortID} />
      {problems.general === undefined ? null : <Notice kind="problem">{problems.general}</Notice>}
      <Panel>
        <Field
          label={text.name}
          hint={project.isDefault ? words.defaultHint : undefined}
          problem={problems.of('name')}
        >
          <TextInput
            value={draft.name}
            maxLength={NAME_LENGTH_MAX}
            disabled={!mayChange}
            onValueChange={(name) => set({ name })}
          />
        </Field>
      </Panel>
      <Panel title={text.alerts}>
        <div className="flex flex-col gap-4">
          <p className="text-soft">{text.alertsIntro}</p>
          <Channels draft={draft} onChange={set} disabled={!mayChange} problem={problems.of('channels')} />
          <Field
            label={text.remind}
            hint={text.remindHint}
            problem={remindEvery === null ? text.noLength : problems.of('remindEvery')}
          >
            <DurationInput
              value={draft.remind}
              choices={REMIND}
              disabled={!mayChange}
              onChange={(remind) => set({ remind })}
            />
          </Field>
          <EscalationField
            value={draft.escalation}
            disabled={!mayChange}
            onChange={(escalation) => set({ escalation })}
          />
        </div>
      </Panel>
      {mayChange ? (
        <Button
          variant="primary"
          type="submit"
          needsService
          busy={save.isPending}
          disabled={!isChanged}
          className="self-start"
        >
          {text.save}
        </Button>
      ) : null}
    </form>
  );
}

interface ChannelsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  readonly disabled: boolean;
  readonly problem: string | undefined;
}

function Channels({ draft, onChange, disabled, problem }: ChannelsProps) {
  const { data: channels = [] } = useQuery(channelsQuery);
  return (
    <>
      <Switch
        label={text.own}
        hint={text.ownHint}
        checked={draft.channels !== null}
        disabled={disabled}
        onChange={(isOwn) => onChange({ channels: isOwn ? [] : null })}
      />
      {draft.channels === null ? null : (
        <Field label={text.channels} hint={text.channelsHint} problem={problem}>
          <MultiPick
            value={draft.channels}
            options={channels.map(({ shortID, name }) => ({ value: shortID, label: name }))}
            disabled={disabled}
            onChange={(next) => onChange({ channels: next })}
          />
        </Field>
      )}
    </>
  );
}

interface EscalationFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly disabled: boolean;
}

function EscalationField({ value, onChange, disabled }: EscalationFieldProps) {
  const { data: policies = [] } = useQuery(escalationsQuery);
  return (
    <Field label={text.escalation}>
      <Select
        value={value}
        disabled={disabled}
        options={[
          { value: '', label: text.noEscalation },
          ...policies.map(({ shortID, name }) => ({ value: shortID, label: name })),
        ]}
        onChange={onChange}
      />
    </Field>
  );
}

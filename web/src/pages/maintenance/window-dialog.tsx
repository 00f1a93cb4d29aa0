import { isCovered } from '@overdue/domain/alerting/maintenance-scope.ts';
import type { MaintenanceWindow } from '@overdue/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maintenanceQuery } from '../../data/alerts/maintenance.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { problemsOf } from '../../data/problems.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { ManagedNotice } from '../../managed/managed-notice.tsx';
import { ownZone } from '../../time/zone.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { inputOf, isUnscoped, scopeOf, type WindowDraft, windowDraft } from './window-draft.ts';
import { words } from './words.ts';

const PATHS = ['name', 'startsAt', 'endsAt', 'cron', 'timezone', 'duration', 'projects', 'tags', 'monitors'];
const { form: text } = words;

interface WindowDialogProps {
  readonly window: MaintenanceWindow | null;
  readonly onClose: () => void;
}

export function WindowDialog({ window, onClose }: WindowDialogProps) {
  const zone = ownZone();
  const [loaded] = useState(window);
  const [first] = useState(() => windowDraft(window, Date.now(), zone));
  const [draft, setDraft] = useState(first);
  const shown = inputOf(first, zone);
  const [fieldProblems, setFound] = useState<Readonly<Record<string, string>>>({});
  const cache = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (input: Parameters<typeof api.maintenance.create>[0]) =>
      loaded === null
        ? api.maintenance.create(input)
        : saveMerged({
            base: loaded,
            edit: input,
            ...(shown.ok ? { before: shown.input } : {}),
            send: (edit, options) => api.maintenance.update(loaded.shortID, edit, options),
          }),
    onSuccess: () => {
      toast({ title: words.saved });
      onClose();
      return cache.invalidateQueries({ queryKey: maintenanceQuery.queryKey });
    },
  });
  const refused = problemsOf(save.error, PATHS);
  const problemOf = (path: string) => fieldProblems[path] ?? refused.of(path);
  const set = (part: Partial<WindowDraft>) => setDraft({ ...draft, ...part });

  function submit(): void {
    const result = inputOf(draft, zone);
    setFound(result.ok ? {} : result.problems);
    if (result.ok) save.mutate(result.input);
  }

  return (
    <FormDialog
      wide
      onClose={onClose}
      title={window === null ? text.new : text.change}
      description={words.intro}
      action={text.save}
      busy={save.isPending}
      problem={refused.general}
      onSubmit={submit}
    >
      {window === null ? null : <ManagedNotice id={window.shortID} />}
      <Field label={text.name} hint={text.nameHint} problem={problemOf('name')}>
        <TextInput value={draft.name} onValueChange={(name) => set({ name })} />
      </Field>
      <Segments
        label={text.kind}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
        options={[
          { value: 'once', label: text.once },
          { value: 'again', label: text.again },
        ]}
      />
      <WindowTimes draft={draft} onChange={set} problemOf={problemOf} zone={zone} />
      <Scope draft={draft} onChange={set} problemOf={problemOf} />
    </FormDialog>
  );
}

interface ScopeProps {
  readonly draft: WindowDraft;
  readonly onChange: (part: Partial<WindowDraft>) => void;
  readonly problemOf: (path: string) => string | undefined;
}

function Scope({ draft, onChange, problemOf }: ScopeProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-2 font-medium">{text.scope}</legend>
      <Segments
        label={text.scope}
        value={draft.reach}
        onChange={(reach) => onChange({ reach })}
        options={[
          { value: 'some', label: text.reach.some },
          { value: 'all', label: text.reach.all },
        ]}
      />
      {draft.reach === 'all' ? null : <ScopeFields draft={draft} onChange={onChange} problemOf={problemOf} />}
      <Reach draft={draft} problem={problemOf('reach')} />
    </fieldset>
  );
}

/** Tells how many monitors the window silences. */
function Reach({ draft, problem }: { readonly draft: WindowDraft; readonly problem: string | undefined }) {
  const { data: list } = useQuery(monitorsQuery);
  const monitors = list?.monitors ?? [];
  const scope = scopeOf(draft);
  const isChosen = draft.reach === 'all' || !isUnscoped(scope);
  const count = isChosen ? monitors.filter((monitor) => isCovered(scope, monitor)).length : 0;
  const isAll = isChosen && count === monitors.length;
  return (
    <div role="status">
      {problem !== undefined && !isChosen ? (
        <Notice kind="problem">{problem}</Notice>
      ) : isAll ? (
        <Notice kind="warning">{text.silencesAll(count)}</Notice>
      ) : (
        <p className="text-table text-soft">{text.silences(count)}</p>
      )}
    </div>
  );
}

function ScopeFields({ draft, onChange, problemOf }: ScopeProps) {
  const { data: list } = useQuery(monitorsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const monitors = list?.monitors ?? [];
  const tags = [...new Set(monitors.flatMap((monitor) => monitor.tags))].sort();
  return (
    <>
      <p className="text-xs text-soft">{text.scopeHint}</p>
      <Field label={text.projects} problem={problemOf('projects')}>
        <MultiPick
          value={draft.projects}
          options={projects.map(({ shortID, name }) => ({ value: shortID, label: name }))}
          onChange={(next) => onChange({ projects: next })}
        />
      </Field>
      <Field label={text.tags} problem={problemOf('tags')}>
        <MultiPick
          free
          value={draft.tags}
          options={tags.map((tag) => ({ value: tag, label: tag }))}
          onChange={(next) => onChange({ tags: next })}
        />
      </Field>
      <Field label={text.monitors} problem={problemOf('monitors')}>
        <MultiPick
          value={draft.monitors}
          options={monitors.map(({ shortID, name }) => ({ value: shortID, label: name }))}
          onChange={(next) => onChange({ monitors: next })}
        />
      </Field>
    </>
  );
}

const LENGTHS = [1800, 3600, 7200, 14_400];

interface WindowTimesProps {
  readonly draft: WindowDraft;
  readonly onChange: (part: Partial<WindowDraft>) => void;
  readonly problemOf: (path: string) => string | undefined;
  readonly zone: string;
}

function WindowTimes({ draft, onChange, problemOf, zone }: WindowTimesProps) {
  if (draft.kind === 'once') {
    return (
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label={text.starts} hint={text.inZone(zone)} problem={problemOf('startsAt')}>
          <TextInput
            type="datetime-local"
            value={draft.startsAt}
            onValueChange={(startsAt) => onChange({ startsAt })}
          />
        </Field>
        <Field label={text.ends} problem={problemOf('endsAt')}>
          <TextInput
            type="datetime-local"
            value={draft.endsAt}
            onValueChange={(endsAt) => onChange({ endsAt })}
          />
        </Field>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <Field label={text.cron} hint={text.cronHint} problem={problemOf('cron')}>
        <TextInput
          value={draft.cron}
          onValueChange={(cron) => onChange({ cron })}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
        />
      </Field>
      <Field label={text.zone} problem={problemOf('timezone')}>
        <ZonePicker value={draft.timezone} onChange={(timezone) => onChange({ timezone })} />
      </Field>
      <Field label={text.duration} problem={problemOf('duration')}>
        <DurationInput
          value={draft.duration}
          onChange={(duration) => onChange({ duration })}
          choices={LENGTHS}
        />
      </Field>
    </div>
  );
}

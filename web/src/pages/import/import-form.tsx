import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { projectsQuery } from '../../data/team/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea, TextInput } from '../../ui/form/field.tsx';
import { focusFirstProblem } from '../../ui/form/refusal.ts';
import { Segments } from '../../ui/form/segments.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type ImportDraft, originOf, SOURCES, sourceFacts } from './import-draft.ts';
import { words } from './words.ts';

/** Fields that show their own errors. */
export const PROBLEM_PATHS = [
  'account.key',
  'account.url',
  'account.organization',
  'files',
  'pingKey',
  'timezone',
];

interface PartProps {
  readonly draft: ImportDraft;
  readonly onChange: (part: Partial<ImportDraft>) => void;
  readonly problemOf: (path: string) => string | undefined;
}

interface ImportFormProps extends PartProps {
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
}

export function ImportForm({ draft, onChange, problemOf, isReady, isBusy, onSubmit }: ImportFormProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const standard = projects.find(({ isDefault }) => isDefault)?.shortID ?? '';
  const { hasAPI, hasTimezone } = sourceFacts(draft);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isBusy) focusFirstProblem(form.current);
  }, [isBusy]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) onSubmit();
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex max-w-180 flex-col gap-4">
      <Panel>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={words.from} hint={words.sourceHints[draft.source]} className="sm:col-span-2">
            <Select
              value={draft.source}
              options={SOURCES.map(({ source }) => ({ value: source, label: words.sources[source] }))}
              onChange={(source) => onChange({ source, files: [], pasted: '' })}
            />
          </Field>
          {hasAPI ? (
            <div className="sm:col-span-2">
              <Segments
                label={words.origin}
                value={draft.from}
                options={(['api', 'file'] as const).map((value) => ({ value, label: words.origins[value] }))}
                onChange={(from) => onChange({ from })}
              />
            </div>
          ) : null}
          {originOf(draft) === 'api' ? (
            <Account draft={draft} onChange={onChange} problemOf={problemOf} />
          ) : (
            <Files draft={draft} onChange={onChange} problemOf={problemOf} />
          )}
          <KeptKeys draft={draft} onChange={onChange} problemOf={problemOf} />
          <Field label={words.project}>
            <Select
              value={draft.projectShortID === '' ? standard : draft.projectShortID}
              options={projects.map(({ shortID, name }) => ({ value: shortID, label: name }))}
              onChange={(projectShortID) => onChange({ projectShortID })}
            />
          </Field>
          {hasTimezone ? (
            <Field label={words.timezone} hint={words.timezoneHint} problem={problemOf('timezone')}>
              <ZonePicker value={draft.timezone} onChange={(timezone) => onChange({ timezone })} />
            </Field>
          ) : null}
        </div>
      </Panel>
      <Button
        variant="primary"
        type="submit"
        needsService
        busy={isBusy}
        disabled={!isReady}
        className="self-start"
      >
        {isBusy ? words.planning : words.plan}
      </Button>
    </form>
  );
}

function Account({ draft, onChange, problemOf }: PartProps) {
  const { hasURL, hasOrganization } = sourceFacts(draft);
  const { source } = draft;
  const hint = source === 'uptime-kuma' || source === 'crontab' ? '' : words.keyHints[source];
  return (
    <>
      <Field
        label={words.key}
        hint={`${hint} ${words.keyUse}`}
        problem={problemOf('account.key')}
        className="sm:col-span-2"
      >
        <TextInput
          type="password"
          autoComplete="off"
          value={draft.key}
          onValueChange={(key) => onChange({ key })}
          className="font-mono"
        />
      </Field>
      {hasOrganization ? (
        <Field
          label={words.organization}
          hint={words.organizationHint}
          problem={problemOf('account.organization')}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            value={draft.organization}
            onValueChange={(organization) => onChange({ organization })}
          />
        </Field>
      ) : null}
      {hasURL ? (
        <Field
          label={words.url}
          hint={words.urlHint}
          problem={problemOf('account.url')}
          className="sm:col-span-2"
        >
          <TextInput
            inputMode="url"
            autoComplete="off"
            placeholder={words.urlExample}
            value={draft.url}
            onValueChange={(url) => onChange({ url })}
          />
        </Field>
      ) : null}
    </>
  );
}

function Files({ draft, onChange, problemOf }: PartProps) {
  const [problem, setProblem] = useState<string>();
  async function choose(chosen: readonly File[]): Promise<void> {
    setProblem(undefined);
    try {
      const files = chosen.map(async (file) => ({ name: file.name, text: await textOf(file) }));
      onChange({ files: await Promise.all(files) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : undefined);
    }
  }
  return (
    <>
      <Field
        label={words.files}
        hint={words.fileHints[draft.source]}
        problem={problem ?? (draft.pasted === '' ? problemOf('files') : undefined)}
        className="sm:col-span-2"
      >
        <TextInput
          key={draft.source}
          type="file"
          multiple
          className="h-auto! py-1.5"
          onChange={(event) => void choose([...(event.currentTarget.files ?? [])])}
        />
      </Field>
      <Field
        label={words.pasted}
        problem={draft.pasted === '' ? undefined : problemOf('files')}
        className="sm:col-span-2"
      >
        <TextArea
          rows={4}
          spellCheck={false}
          value={draft.pasted}
          onChange={(event) => onChange({ pasted: event.currentTarget.value })}
          className="font-mono text-xs"
        />
      </Field>
    </>
  );
}

async function textOf(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (cause) {
    throw new Error(words.fileFailed(file.name), { cause });
  }
}

function KeptKeys({ draft, onChange, problemOf }: PartProps) {
  const { hasManagementKey, hasStatus, hasHistory } = sourceFacts(draft);
  const { source } = draft;
  if (source === 'uptime-kuma' || source === 'better-stack' || source === 'crontab') return null;
  return (
    <>
      <Field
        label={words.pingKey}
        hint={words.pingKeyHint[source]}
        problem={problemOf('pingKey')}
        className="sm:col-span-2"
      >
        <TextInput
          type="password"
          autoComplete="off"
          value={draft.pingKey}
          onValueChange={(pingKey) => onChange({ pingKey })}
          className="font-mono"
        />
      </Field>
      {hasManagementKey === true && originOf(draft) === 'api' ? (
        <div className="sm:col-span-2">
          <Switch
            label={words.keepKey}
            hint={words.keepKeyHint}
            checked={draft.keepKey}
            onChange={(keepKey) => onChange({ keepKey })}
          />
        </div>
      ) : null}
      {hasHistory === true && originOf(draft) === 'api' ? (
        <div className="sm:col-span-2">
          <Switch
            label={words.history}
            hint={words.historyHint}
            checked={draft.history}
            onChange={(history) => onChange({ history })}
          />
        </div>
      ) : null}
      {hasStatus === true ? (
        <div className="sm:col-span-2">
          <Switch
            label={words.continueStatus}
            hint={words.continueStatusHint}
            checked={draft.continueStatus}
            onChange={(continueStatus) => onChange({ continueStatus })}
          />
        </div>
      ) : null}
    </>
  );
}

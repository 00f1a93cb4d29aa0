import { SHORT_NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { useQuery } from '@tanstack/react-query';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { Field, TextArea, TextInput } from '../../ui/form/field.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { ZonePicker } from '../../ui/form/zone-picker.tsx';
import type { ShareDraft, ShareFieldsProps } from './share-draft.ts';
import { words } from './sharing-words.ts';

const KINDS = ['status_page', 'badge', 'calendar'] as const;
const { form: text } = words;

export function ShareFields({
  draft,
  onChange,
  problemOf,
  isNew,
}: ShareFieldsProps & { readonly isNew: boolean }) {
  return (
    <>
      {isNew ? (
        <div className="flex flex-col gap-1.5">
          <Segments
            label={text.kind}
            value={draft.kind}
            onChange={(kind) => onChange({ kind })}
            options={KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
          />
          <p className="text-xs text-soft">{words.kindHints[draft.kind]}</p>
        </div>
      ) : null}
      {isNew ? <ShareScope draft={draft} onChange={onChange} problemOf={problemOf} /> : null}
      <Field label={text.title} hint={text.titleHints[draft.kind]} problem={problemOf('title')}>
        <TextInput
          value={draft.title}
          maxLength={SHORT_NAME_LENGTH_MAX}
          onValueChange={(title) => onChange({ title })}
        />
      </Field>
      {draft.kind === 'status_page' ? (
        <PageFields draft={draft} onChange={onChange} problemOf={problemOf} isNew={isNew} />
      ) : null}
      {draft.kind === 'badge' ? (
        <Segments
          label={text.style}
          value={draft.style}
          onChange={(style) => onChange({ style })}
          options={[
            { value: 'flat', label: text.round },
            { value: 'flat-square', label: text.square },
          ]}
        />
      ) : null}
    </>
  );
}

function PageFields({ draft, onChange, problemOf, isNew }: ShareFieldsProps & { readonly isNew: boolean }) {
  return (
    <>
      {isNew ? (
        <Field label={text.slug} hint={text.slugHint} problem={problemOf('slug')}>
          <TextInput
            value={draft.slug}
            autoComplete="off"
            spellCheck={false}
            onValueChange={(slug) => onChange({ slug })}
          />
        </Field>
      ) : null}
      <Field label={text.description} hint={text.descriptionHint} problem={problemOf('options.description')}>
        <TextArea
          rows={2}
          value={draft.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <Field label={text.zone} problem={problemOf('options.timezone')}>
        <ZonePicker value={draft.timezone} onChange={(timezone) => onChange({ timezone })} />
      </Field>
      <Switch label={text.indexed} checked={draft.indexed} onChange={(indexed) => onChange({ indexed })} />
    </>
  );
}

const SCOPES = ['team', 'project', 'tag', 'monitor'] as const satisfies readonly ShareDraft['scope'][];

function ShareScope({ draft, onChange, problemOf }: ShareFieldsProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: list } = useQuery(monitorsQuery);
  const monitors = list?.monitors ?? [];
  const tags = [...new Set(monitors.flatMap((monitor) => monitor.tags))].sort();
  const choices = {
    team: [],
    project: projects.map(({ shortID, name }) => ({ value: shortID, label: name })),
    tag: tags.map((tag) => ({ value: tag, label: tag })),
    monitor: monitors.map(({ shortID, name }) => ({ value: shortID, label: name })),
  };
  /** Selects the first option of the new scope, so that the scope is never empty. */
  function choose(scope: ShareDraft['scope']): void {
    const first = choices[scope][0]?.value ?? '';
    const filled = scope === 'team' || draft[scope] !== '' ? {} : { [scope]: first };
    onChange({ scope, ...filled });
  }
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <Field label={text.scope} problem={problemOf('scope')}>
        <Select
          value={draft.scope}
          options={SCOPES.filter((scope) => scope === 'team' || choices[scope].length > 0).map((scope) => ({
            value: scope,
            label: words.scopes[scope],
          }))}
          onChange={choose}
        />
      </Field>
      {draft.scope === 'team' ? null : (
        <Chosen
          scope={draft.scope}
          draft={draft}
          options={choices[draft.scope]}
          onChange={onChange}
          problemOf={problemOf}
        />
      )}
    </div>
  );
}

interface ChosenProps extends ShareFieldsProps {
  readonly scope: 'project' | 'tag' | 'monitor';
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function Chosen({ scope, draft, options, onChange, problemOf }: ChosenProps) {
  const path = { project: 'scope.projectShortID', tag: 'scope.tag', monitor: 'scope.shortID' }[scope];
  return (
    <Field label={text[scope]} problem={problemOf(path)}>
      <Select value={draft[scope]} options={options} onChange={(value) => onChange({ [scope]: value })} />
    </Field>
  );
}

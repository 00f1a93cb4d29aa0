import { useQuery } from '@tanstack/react-query';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import type { ShareDraft, ShareFieldsProps } from './share-draft.ts';
import { words } from './sharing-words.ts';

const SCOPES = ['team', 'project', 'tag', 'monitor'] as const satisfies readonly ShareDraft['scope'][];
const { form: text } = words;

export function ShareScope({ draft, onChange, problemOf }: ShareFieldsProps) {
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

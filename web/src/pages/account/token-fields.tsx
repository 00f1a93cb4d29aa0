import type { TokenInput } from '@overdue/sdk';
import { TOKEN_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../data/account/account.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { DAY_MS } from '../../time/units.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Select } from '../../ui/form/select.tsx';
import { EXPIRIES, type Expiry, expiryTime } from './token-expiry.ts';
import { words } from './words.ts';

const { api: text } = words;

/** A token as the form shows it. */
export interface TokenDraft {
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly expiry: Expiry;
  readonly day: string;
  readonly projects: readonly string[];
}

export const NEW_TOKEN: TokenDraft = { name: '', scope: 'read', expiry: 'd90', day: '', projects: [] };

/** Fields of the API whose errors the form shows. */
export const TOKEN_FIELDS = ['name', 'expiresAt', 'projects'];

export function isComplete({ name, expiry, day }: TokenDraft): boolean {
  return name.trim() !== '' && (expiry !== 'date' || day !== '');
}

export function tokenInput(
  { name, scope, expiry, day, projects }: TokenDraft,
  mayWrite: boolean,
): TokenInput {
  return {
    name: name.trim(),
    scope: mayWrite ? scope : 'read',
    expiresAt: expiryTime(expiry, day, Date.now()) ?? null,
    projects: [...projects],
  };
}

interface TokenFieldsProps {
  readonly value: TokenDraft;
  readonly onChange: (value: TokenDraft) => void;
  readonly problemOf: (field: string) => string | undefined;
  readonly autoFocus?: boolean;
  /** Whether the fields are visible. If not, their options are not loaded. */
  readonly enabled?: boolean;
}

/** Name, access, projects and expiry of a token. */
export function TokenFields({
  value,
  onChange,
  problemOf,
  autoFocus = false,
  enabled = true,
}: TokenFieldsProps) {
  const mayWrite = useHasRole('member');
  const { name, scope, expiry, day, projects } = value;
  const { data: known = [] } = useQuery({ ...projectsQuery, enabled });
  const set = (change: Partial<TokenDraft>) => onChange({ ...value, ...change });
  return (
    <>
      <Field label={text.name} hint={text.nameHint} problem={problemOf('name')}>
        <TextInput
          autoFocus={autoFocus}
          autoComplete="off"
          maxLength={TOKEN_INPUT_LENGTHS.name}
          placeholder={text.nameExample}
          value={name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <fieldset className="flex flex-col items-start gap-1">
        <legend className="pb-1 font-medium">{text.scope}</legend>
        {mayWrite ? (
          <>
            <Segments
              label={text.scope}
              value={scope}
              onChange={(next) => set({ scope: next })}
              options={(['read', 'write'] as const).map((scope) => ({
                value: scope,
                label: text.scopes[scope],
              }))}
            />
            <p className="text-xs text-soft">{text.scopeHint}</p>
          </>
        ) : (
          <p className="text-soft">{text.readOnlyRole}</p>
        )}
      </fieldset>
      <Field label={text.projects} hint={text.projectsHint} problem={problemOf('projects')}>
        <MultiPick
          value={projects}
          options={known.map(({ shortID, name: label }) => ({ value: shortID, label }))}
          onChange={(next) => set({ projects: next })}
          placeholder={text.allProjects}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.expiry} problem={problemOf('expiresAt')}>
          <Select
            value={expiry}
            onChange={(next) => set({ expiry: next })}
            options={EXPIRIES.map((choice) => ({ value: choice, label: text.expiries[choice] }))}
          />
        </Field>
        {expiry === 'date' ? (
          <Field label={text.expiryDay}>
            <TextInput
              type="date"
              min={new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}
              value={day}
              onChange={(event) => set({ day: event.target.value })}
            />
          </Field>
        ) : null}
      </div>
    </>
  );
}

import { NAME_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { Token, TokenInput } from '@overdue/sdk';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../data/account/account.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { expiryTime } from '../../expiry/expiry.ts';
import { type ExpiryDraft, ExpiryFields, hasExpiry } from '../../expiry/expiry-fields.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { words } from './words.ts';

const { api: text } = words;

/** A token as the form shows it. */
export interface TokenDraft extends ExpiryDraft {
  readonly name: string;
  readonly scope: Token['scope'];
  readonly projects: readonly string[];
}

/** Scopes, narrowest first. */
export const SCOPES: readonly Token['scope'][] = ['read', 'write', 'admin'];

export const NEW_TOKEN: TokenDraft = { name: '', scope: 'read', expiry: 'd90', day: '', projects: [] };

/** Fields of the API whose errors the form shows. */
export const TOKEN_FIELDS = ['name', 'expiresAt', 'projects'];

export function isComplete(draft: TokenDraft): boolean {
  return draft.name.trim() !== '' && hasExpiry(draft);
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
  const { name, scope, projects } = value;
  const { data: known = [] } = useQuery({ ...projectsQuery, enabled });
  const set = (change: Partial<TokenDraft>) => onChange({ ...value, ...change });
  return (
    <>
      <Field label={text.name} hint={text.nameHint} problem={problemOf('name')}>
        <TextInput
          autoFocus={autoFocus}
          autoComplete="off"
          maxLength={NAME_LENGTH_MAX}
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
              options={SCOPES.map((scope) => ({
                value: scope,
                label: text.scopes[scope],
              }))}
            />
            <p className="text-xs text-soft" role="status">
              {text.scopeHints[scope]}
            </p>
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
      <ExpiryFields value={value} onChange={set} problem={problemOf('expiresAt')} />
    </>
  );
}

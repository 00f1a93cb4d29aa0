import type { CreatedToken } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../data/account/account.ts';
import { tokensQuery } from '../../data/account/tokens.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { DAY_MS } from '../../time/units.ts';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { MultiPick } from '../../ui/form/multi-pick.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { Select } from '../../ui/form/select.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { EXPIRIES, type Expiry, expiryTime } from './token-expiry.ts';
import { words } from './words.ts';

const { api: text } = words;
const EMPTY = {
  name: '',
  scope: 'read' as 'read' | 'write',
  expiry: 'd90' as Expiry,
  day: '',
  projects: [] as readonly string[],
};

interface NewTokenDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onCreated: (token: CreatedToken) => void;
}

export function NewTokenDialog({ open, onClose, onCreated }: NewTokenDialogProps) {
  // Long because one tree shows the form.
  const mayWrite = useMay('member');
  const [input, setInput] = useState(EMPTY);
  const { name, scope, expiry, day, projects } = input;
  const { data: known = [] } = useQuery({ ...projectsQuery, enabled: open });
  const set = (change: Partial<typeof EMPTY>) => setInput({ ...input, ...change });
  const create = useMutation({
    mutationFn: () => {
      const expiresAt = expiryTime(expiry, day, Date.now()) ?? null;
      return api.tokens.create({
        name: name.trim(),
        scope: mayWrite ? scope : 'read',
        expiresAt,
        projects: [...projects],
      });
    },
    async onSuccess(token) {
      onCreated(token);
      setInput(EMPTY);
      onClose();
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  const problems = problemsOf(create.error, ['name', 'expiresAt', 'projects']);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={text.createTitle}
      action={text.submit}
      ready={name.trim() !== '' && (expiry !== 'date' || day !== '')}
      busy={create.isPending}
      problem={problems.general}
      onSubmit={() => create.mutate()}
    >
      <Field label={text.name} hint={text.nameHint} problem={problems.of('name')}>
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={200}
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
              options={(['read', 'write'] as const).map((value) => ({ value, label: text.scopes[value] }))}
            />
            <p className="text-xs text-soft">{text.scopeHint}</p>
          </>
        ) : (
          <p className="text-soft">{text.readOnlyRole}</p>
        )}
      </fieldset>
      <Field label={text.projects} hint={text.projectsHint} problem={problems.of('projects')}>
        <MultiPick
          value={projects}
          options={known.map(({ shortID, name: label }) => ({ value: shortID, label }))}
          onChange={(next) => set({ projects: next })}
          placeholder={text.allProjects}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={text.expiry} problem={problems.of('expiresAt')}>
          <Select
            value={expiry}
            onChange={(next) => set({ expiry: next })}
            options={EXPIRIES.map((value) => ({ value, label: text.expiries[value] }))}
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
    </FormDialog>
  );
}

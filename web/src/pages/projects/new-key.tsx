import type { CreatedProjectKey, ProjectKey } from '@overdue/sdk';
import { PROJECT_KEY_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { projectKeysQuery } from '../../data/team/project-keys.ts';
import { expiryTime } from '../../expiry/expiry.ts';
import { type ExpiryDraft, ExpiryFields, hasExpiry } from '../../expiry/expiry-fields.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { words } from './key-words.ts';

type Kind = ProjectKey['kind'];

const KINDS: readonly Kind[] = ['ping', 'read_write', 'read'];

interface NewKeyProps {
  readonly projectShortID: string;
  readonly onClose: () => void;
  readonly onCreated: (key: CreatedProjectKey) => void;
}

export function NewKey({ projectShortID, onClose, onCreated }: NewKeyProps) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('ping');
  const [expiry, setExpiry] = useState<ExpiryDraft>({ expiry: 'never', day: '' });
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      api.projects.createKey(projectShortID, {
        kind,
        name: name.trim(),
        expiresAt: expiryTime(expiry.expiry, expiry.day, Date.now()) ?? null,
      }),
    async onSuccess(key) {
      onCreated(key);
      onClose();
      await cache.invalidateQueries({ queryKey: projectKeysQuery(projectShortID).queryKey });
    },
  });
  const problems = problemsOf(create.error, ['name', 'kind', 'expiresAt']);
  return (
    <FormDialog
      onClose={onClose}
      title={words.add}
      action={words.create}
      ready={name.trim() !== '' && hasExpiry(expiry)}
      busy={create.isPending}
      problem={problems.general}
      onSubmit={() => create.mutate()}
    >
      <Field label={words.name} hint={words.nameHint} problem={problems.of('name')}>
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={PROJECT_KEY_INPUT_LENGTHS.name}
          placeholder={words.nameExample}
          value={name}
          onValueChange={setName}
        />
      </Field>
      <Field label={words.kind} hint={words.kindHints[kind]} problem={problems.of('kind')}>
        <Select
          value={kind}
          options={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={setKind}
        />
      </Field>
      <ExpiryFields
        value={expiry}
        onChange={(change) => setExpiry({ ...expiry, ...change })}
        problem={problems.of('expiresAt')}
      />
    </FormDialog>
  );
}

import { PROJECT_INPUT_LENGTHS } from '@overdue/sdk/input-lengths';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { projectsQuery } from '../../data/team/projects.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

export function NewProject({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const cache = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const create = useMutation({
    mutationFn: () => api.projects.create({ name: name.trim() }),
    async onSuccess(project) {
      toast({ title: words.created(project.name) });
      await cache.invalidateQueries({ queryKey: projectsQuery.queryKey });
      await navigate({ to: '/projects/$shortID', params: { shortID: project.shortID } });
    },
  });
  const problems = problemsOf(create.error, ['name']);
  return (
    <FormDialog
      onClose={onClose}
      title={words.add}
      action={words.form.create}
      ready={name.trim() !== ''}
      busy={create.isPending}
      problem={problems.general}
      onSubmit={() => create.mutate()}
    >
      <Field label={words.form.name} problem={problems.of('name')}>
        <TextInput value={name} maxLength={PROJECT_INPUT_LENGTHS.name} onValueChange={setName} />
      </Field>
    </FormDialog>
  );
}

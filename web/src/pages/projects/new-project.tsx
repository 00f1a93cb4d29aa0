import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { projectsQuery } from '../../data/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from '../../words/projects.ts';

const FORM = 'new-project';

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
  function submit(event: FormEvent): void {
    event.preventDefault();
    create.mutate();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.add}
      actions={
        <Button
          look="primary"
          type="submit"
          form={FORM}
          busy={create.isPending}
          disabled={name.trim() === ''}
        >
          {words.form.create}
        </Button>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-3 pt-3">
        {problems.general === undefined ? null : <Notice kind="problem">{problems.general}</Notice>}
        <Field label={words.form.name} problem={problems.of('name')}>
          <TextInput value={name} maxLength={100} onValueChange={setName} />
        </Field>
      </form>
    </Dialog>
  );
}

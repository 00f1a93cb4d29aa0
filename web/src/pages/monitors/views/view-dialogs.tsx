import type { View } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasRole } from '../../../data/account/account.ts';
import { api } from '../../../data/client.ts';
import { saveMerged } from '../../../data/edits/merged-save.ts';
import { keepView } from '../../../data/monitors/views.ts';
import { problemsOf } from '../../../data/problems.ts';
import { ManagedNotice } from '../../../managed/managed-notice.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { words as ui } from '../../../ui/words.ts';
import { words } from '../words.ts';

const { views: text } = words;

interface SaveViewProps {
  /** Creates the view with the list's settings. */
  readonly create: (input: { readonly name: string; readonly shared: boolean }) => Promise<View>;
  readonly onSaved: (view: View) => void;
  readonly onClose: () => void;
}

export function SaveView({ create, onSaved, onClose }: SaveViewProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const mayShare = useHasRole('member');
  const toast = useToast();
  const save = useMutation({
    mutationFn: create,
    onSuccess(view) {
      onClose();
      toast({ title: text.saved(view.name) });
      onSaved(view);
    },
  });
  const problems = problemsOf(save.error, ['name']);
  return (
    <FormDialog
      onClose={onClose}
      title={text.saveTitle}
      description={text.saveHint}
      action={ui.save}
      busy={save.isPending}
      problem={problems.general}
      onSubmit={() => save.mutate({ name, shared })}
    >
      <Field label={text.name} problem={problems.of('name')}>
        <TextInput value={name} onValueChange={setName} />
      </Field>
      {mayShare ? (
        <Switch checked={shared} onChange={setShared} label={text.share} hint={text.shareHint} />
      ) : null}
    </FormDialog>
  );
}

interface RenameViewProps {
  readonly view: View;
  readonly onClose: () => void;
}

export function RenameView({ view, onClose }: RenameViewProps) {
  const [loaded] = useState(view);
  const [name, setName] = useState(view.name);
  const toast = useToast();
  const save = useMutation({
    mutationFn: () =>
      saveMerged({
        base: loaded,
        edit: { name },
        send: (edit, options) => api.views.update(loaded.shortID, edit, options),
      }),
    onSuccess(renamed) {
      onClose();
      keepView(renamed);
      toast({ title: text.renamed(renamed.name) });
    },
  });
  const problems = problemsOf(save.error, ['name']);
  return (
    <FormDialog
      onClose={onClose}
      title={text.renameTitle}
      action={ui.save}
      busy={save.isPending}
      problem={problems.general}
      onSubmit={() => save.mutate()}
    >
      <ManagedNotice id={view.shortID} />
      <Field label={text.name} problem={problems.of('name')}>
        <TextInput value={name} onValueChange={setName} />
      </Field>
    </FormDialog>
  );
}

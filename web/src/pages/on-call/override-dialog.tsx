import type { OnCallContact, OnCallOverrideInput } from '@overdue/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ON_CALL_KEY } from '../../data/alerts/on-call.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { readLocalInput, writeLocalInput } from '../../time/local-time.ts';
import { ownZone } from '../../time/zone.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { override: text } = words;

/** Option that replaces all members. Member IDs are never empty, so the value is unique. */
const EVERYONE = '';

export interface OverrideDraft {
  readonly from: number;
  readonly to: number;
  readonly memberID: string;
  readonly replaces: string | null;
}

interface OverrideDialogProps {
  readonly shortID: string;
  readonly draft: OverrideDraft;
  readonly contacts: readonly OnCallContact[];
  readonly onClose: () => void;
}

export function OverrideDialog({ shortID, draft, contacts, onClose }: OverrideDialogProps) {
  const zone = ownZone();
  const [startsAt, setStart] = useState(() => writeLocalInput(draft.from, zone));
  const [endsAt, setEnd] = useState(() => writeLocalInput(draft.to, zone));
  const [memberID, setMember] = useState(draft.memberID);
  const [replaces, setReplaces] = useState(draft.replaces ?? EVERYONE);
  const [isSent, setSent] = useState(false);
  const cache = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (input: OnCallOverrideInput) => api.onCall.createOverride(shortID, input),
    onSuccess: () => {
      toast({ title: words.saved });
      onClose();
      return cache.invalidateQueries({ queryKey: ON_CALL_KEY });
    },
  });
  const refused = problemsOf(save.error, ['memberID', 'replaces', 'startsAt', 'endsAt']);
  const from = readLocalInput(startsAt, zone);
  const to = readLocalInput(endsAt, zone);
  const problems = {
    startsAt: from === null ? text.noTime : undefined,
    endsAt: to === null ? text.noTime : from !== null && to <= from ? text.order : undefined,
  };
  function submit(): void {
    setSent(true);
    if (from === null || to === null || to <= from) return;
    const period = { startsAt: new Date(from).toISOString(), endsAt: new Date(to).toISOString() };
    save.mutate({ memberID, replaces: replaces === EVERYONE ? null : replaces, ...period });
  }
  const problemOf = (path: 'startsAt' | 'endsAt') =>
    (isSent ? problems[path] : undefined) ?? refused.of(path);
  const people = contacts.map((contact) => ({ value: contact.memberID, label: nameOf(contact) }));
  return (
    <FormDialog
      onClose={onClose}
      title={text.title}
      description={text.intro}
      action={text.save}
      ready={memberID !== ''}
      busy={save.isPending}
      problem={refused.general}
      onSubmit={submit}
    >
      <Field label={text.member} problem={refused.of('memberID')}>
        <Select value={memberID} options={people} onChange={setMember} />
      </Field>
      <Field label={text.replaces} problem={refused.of('replaces')}>
        <Select
          value={replaces}
          options={[{ value: EVERYONE, label: text.everyone }, ...people]}
          onChange={setReplaces}
        />
      </Field>
      <Field label={text.starts} hint={text.inZone(zone)} problem={problemOf('startsAt')}>
        <TextInput type="datetime-local" value={startsAt} onValueChange={setStart} />
      </Field>
      <Field label={text.ends} problem={problemOf('endsAt')}>
        <TextInput type="datetime-local" value={endsAt} onValueChange={setEnd} />
      </Field>
    </FormDialog>
  );
}

export function nameOf({ name, email }: Pick<OnCallContact, 'name' | 'email'>): string {
  return name === '' ? email : name;
}

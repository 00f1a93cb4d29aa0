import type { Incident } from '@overdue/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../data/account/account.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea } from '../../ui/form/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { words } from './words.ts';

const LENGTH_MAX = 1000;
const { acknowledge: text } = words;

/** Renders nothing if the incident has ended or is acknowledged. */
export function Acknowledge({ incident }: { readonly incident: Incident }) {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay('member');
  if (incident.closedAt !== null || incident.acknowledgedAt !== null || !mayChange) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Icon name="check" />
        {text.action}
      </Button>
      {isOpen ? <AcknowledgeDialog incident={incident} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function AcknowledgeDialog({
  incident,
  onClose,
}: {
  readonly incident: Incident;
  readonly onClose: () => void;
}) {
  const [note, setNote] = useState('');
  const cache = useQueryClient();
  const toast = useToast();
  const acknowledge = useMutation({
    mutationFn: () => api.incidents.acknowledge(incident.incidentID, note.trim()),
    onSuccess: () => {
      toast({ title: text.done });
      onClose();
      return cache.invalidateQueries({ queryKey: ['incidents'] });
    },
  });
  const problems = problemsOf(acknowledge.error, ['note']);
  return (
    <FormDialog
      onClose={onClose}
      title={text.title}
      description={text.text}
      action={text.action}
      busy={acknowledge.isPending}
      problem={problems.general}
      onSubmit={() => acknowledge.mutate()}
    >
      <Field label={text.note} hint={uiWords.optional} problem={problems.of('note')}>
        <TextArea
          rows={2}
          maxLength={LENGTH_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}

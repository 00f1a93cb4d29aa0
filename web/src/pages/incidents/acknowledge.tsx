import type { Incident } from '@overdue/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../data/account.ts';
import { api } from '../../data/client.ts';
import { problemsOf } from '../../data/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from '../../words/incidents.ts';
import { words as uiWords } from '../../words/ui.ts';

const FORM = 'acknowledge';
const LENGTH_MAX = 1000;
const { acknowledge: text } = words;

/** Takes an incident on. Nothing where it is over, or somebody has. */
export function Acknowledge({ incident }: { readonly incident: Incident }) {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay('member');
  if (incident.closedAt !== null || incident.acknowledgedAt !== null || !mayChange) return null;
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
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
  function submit(event: FormEvent): void {
    event.preventDefault();
    acknowledge.mutate();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      description={text.text}
      actions={
        <>
          <Button onClick={onClose}>{uiWords.cancel}</Button>
          <Button look="primary" type="submit" form={FORM} busy={acknowledge.isPending}>
            {text.action}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-3">
        {problems.general === undefined ? null : <Notice kind="problem">{problems.general}</Notice>}
        <Field label={text.note} hint={uiWords.optional} problem={problems.of('note')}>
          <TextArea
            rows={2}
            maxLength={LENGTH_MAX}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

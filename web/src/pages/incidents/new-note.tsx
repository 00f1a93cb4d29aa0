import type { IncidentWithFailures } from '@overdue/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../data/account/account.ts';
import { incidentQuery } from '../../data/alerts/incidents.ts';
import { api, messageOf } from '../../data/client.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea } from '../../ui/form/field.tsx';
import { words } from './words.ts';

const { detail } = words;
const LENGTH_MAX = 5000;

export function NewNote({ incident }: { readonly incident: IncidentWithFailures }) {
  return useMay('member') ? <NoteForm incident={incident} /> : null;
}

function NoteForm({ incident }: { readonly incident: IncidentWithFailures }) {
  const [text, setText] = useState('');
  const cache = useQueryClient();
  const add = useMutation({
    mutationFn: (note: string) => api.incidents.addNote(incident.incidentID, note.trim()),
    onSuccess: (_, note) => {
      // Keeps text that was typed while the note was being saved.
      setText((now) => (now === note ? '' : now));
      return cache.invalidateQueries({ queryKey: incidentQuery(incident.incidentID).queryKey });
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate(text);
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col items-end gap-2 border-t border-line pt-4">
      <Field
        className="w-full"
        label={detail.addNote}
        problem={add.error === null ? undefined : messageOf(add.error)}
      >
        <TextArea
          rows={2}
          maxLength={LENGTH_MAX}
          placeholder={detail.notePlaceholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={add.isPending} disabled={text.trim() === ''}>
        {detail.addNote}
      </Button>
    </form>
  );
}

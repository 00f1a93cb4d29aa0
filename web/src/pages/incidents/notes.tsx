import type { IncidentWithFailures } from '@overdue/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../data/account/account.ts';
import { incidentQuery } from '../../data/alerts/incidents.ts';
import { api, messageOf } from '../../data/client.ts';
import { Moment } from '../../time/moment.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextArea } from '../../ui/form/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { words } from './words.ts';

const { detail } = words;
const LENGTH_MAX = 5000;

export function Notes({ incident }: { readonly incident: IncidentWithFailures }) {
  const mayChange = useMay('member');
  return (
    <Panel title={detail.notes}>
      <div className="flex flex-col gap-4">
        {incident.notes.length === 0 ? <p className="text-soft">{detail.noNotes}</p> : null}
        <ol className="flex flex-col gap-3 empty:hidden">
          {incident.notes.map((note) => (
            <li key={note.noteID}>
              <p className="text-xs text-soft">
                <span className="font-medium text-ink">{note.author}</span>{' '}
                <Moment at={note.at} show="distance" />
              </p>
              <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
            </li>
          ))}
        </ol>
        {mayChange ? <NewNote incident={incident} /> : null}
      </div>
    </Panel>
  );
}

function NewNote({ incident }: { readonly incident: IncidentWithFailures }) {
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
    <form onSubmit={submit} className="flex flex-col items-end gap-2">
      <Field
        className="w-full"
        label={detail.addNote}
        problem={add.error === null ? undefined : messageOf(add.error)}
      >
        <TextArea
          rows={3}
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

import { INCIDENT_NOTE_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import type { IncidentNote, IncidentWithFailures } from '@overdue/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { incidentQuery } from '../../data/alerts/incidents.ts';
import { api } from '../../data/client.ts';
import { ActionButton } from '../../offline/action-button.tsx';
import { useAction, wasCancelled } from '../../offline/use-action.ts';
import { words as offline } from '../../offline/words.ts';
import { messageOf } from '../../ui/error-message.ts';
import { Field, TextArea } from '../../ui/form/field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { detail } = words;

export function NewNote({ incident }: { readonly incident: IncidentWithFailures }) {
  return useHasRole('member') ? <NoteForm incident={incident} /> : null;
}

function NoteForm({ incident }: { readonly incident: IncidentWithFailures }) {
  const [text, setText] = useState('');
  const cache = useQueryClient();
  const { incidentID } = incident;
  const actionKey = `note ${incidentID}`;
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useAction(
    (note: string) => ({
      key: actionKey,
      label: offline.actions.note(incident.monitor.name),
      send: () => api.incidents.addNote(incidentID, note.trim()),
      findResult: () => findNote(incident, note.trim()),
    }),
    {
      onSuccess: (_, note) => {
        // Doesn't remove text that was typed while the note was being saved.
        setText((now) => (now === note ? '' : now));
        toast({ title: detail.noteAdded });
        // Moves the focus to the field. The button is disabled without a text, so it would lose the focus.
        field.current?.focus({ preventScroll: true });
        return cache.invalidateQueries({ queryKey: incidentQuery(incidentID).queryKey });
      },
      // A toast reports the error, because the user may have left the page while the note was waiting.
      onError: (error) => toast({ title: detail.noteFailed, detail: messageOf(error), kind: 'problem' }),
    },
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '' && !add.isPending) add.mutate(text);
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col items-end gap-2 border-t border-line pt-4">
      <Field
        className="w-full"
        label={detail.addNote}
        problem={add.error === null || wasCancelled(add.error) ? undefined : messageOf(add.error)}
      >
        <TextArea
          ref={field}
          rows={2}
          maxLength={INCIDENT_NOTE_LENGTH_MAX}
          placeholder={detail.notePlaceholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      <ActionButton actionKey={actionKey} type="submit" busy={add.isPending} disabled={text.trim() === ''}>
        {detail.addNote}
      </ActionButton>
    </form>
  );
}

/** Returns a note with this text that the incident didn't have before; null if there is none. */
async function findNote(before: IncidentWithFailures, text: string): Promise<IncidentNote | null> {
  const earlierIDs = new Set(before.notes.map(({ noteID }) => noteID));
  const { notes } = await api.incidents.get(before.incidentID);
  return notes.find((note) => note.text === text && !earlierIDs.has(note.noteID)) ?? null;
}

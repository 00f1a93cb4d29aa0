import { type Crontab, OverdueError } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, messageOf } from '../../../data/client.ts';
import { hasSeveralJobs } from '../../../snippets/crontab-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Notice } from '../../../ui/states.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';

interface CrontabPartProps {
  readonly editor: Editor;
  /** Line from the URL, parsed at once. */
  readonly initial: string;
  /** Called with a pasted crontab that has several jobs. */
  readonly onSeveralJobs: (text: string) => void;
}

export function CrontabPart({ editor, initial, onSeveralJobs }: CrontabPartProps) {
  const [line, setLine] = useState(initial);
  const read = useMutation({
    mutationFn: (text: string) => api.schedules.readCrontab(text),
    onSuccess: ({ cron, timezone, name, parts }) =>
      editor.change({
        scheduleType: 'cron',
        cron,
        crontab: parts,
        ...(timezone === null ? {} : { timezone }),
        ...(name === '' ? {} : { name }),
      }),
  });
  const isStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is read once.
  useEffect(() => {
    if (initial === '' || isStarted.current || editor.wasRestored) return;
    isStarted.current = true;
    read.mutate(initial);
  }, []);

  const fill = (text: string) => {
    if (text.trim() !== '') read.mutate(text);
  };
  const problem = read.error === null ? undefined : problemOf(read.error);
  return (
    <Panel>
      <Field label={words.crontab.label} hint={words.crontab.hint} problem={problem}>
        <div className="flex gap-2">
          <TextInput
            value={line}
            onValueChange={(text) => {
              setLine(text);
              if (read.error !== null) read.reset();
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text/plain');
              // Sends pasted lines unchanged, because an input would join them.
              if (line.trim() !== '' && event.currentTarget.selectionStart !== 0) return;
              event.preventDefault();
              if (hasSeveralJobs(pasted)) {
                onSeveralJobs(pasted);
                return;
              }
              setLine(pasted.replaceAll(/\s*\n\s*/g, ' ').trim());
              fill(pasted);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              fill(line);
            }}
            placeholder={words.crontab.placeholder}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
          <Button needsService onClick={() => fill(line)} busy={read.isPending} disabled={line.trim() === ''}>
            {words.crontab.fill}
          </Button>
        </div>
      </Field>
      <div aria-live="polite">{read.data === undefined ? null : <FilledNotice crontab={read.data} />}</div>
    </Panel>
  );
}

function FilledNotice({ crontab }: { readonly crontab: Crontab }) {
  return (
    <div className="pt-3">
      <Notice>
        <p className="font-medium">
          {words.crontab.filled(
            [crontab.name, crontab.cron, crontab.timezone ?? ''].filter((part) => part !== '').join(' · '),
          )}
        </p>
        <ul className="text-table text-soft">
          {crontab.timezone === null ? <li>{words.crontab.noZone}</li> : null}
          {crontab.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function problemOf(error: Error): string {
  return error instanceof OverdueError ? (error.fields[0]?.message ?? error.message) : messageOf(error);
}

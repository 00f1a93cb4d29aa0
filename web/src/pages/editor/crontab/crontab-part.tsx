import type { Crontab, CrontabInput } from '@overdue/sdk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../data/client.ts';
import { problemsOf } from '../../../data/problems.ts';
import { hasSeveralJobs } from '../../../snippets/crontab-text.ts';
import { Button } from '../../../ui/button.tsx';
import { messageOf } from '../../../ui/error-message.ts';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Notice } from '../../../ui/states.tsx';
import type { Editor } from '../use-editor.ts';
import { words } from '../words.ts';

interface CrontabPartProps {
  readonly editor: Editor;
  /** Line from the URL. It is parsed immediately. */
  readonly initial: string;
  /** Called with each line that fills in the form. */
  readonly onFilled: (crontab: Crontab) => void;
  /** Called with a pasted crontab that has several jobs. */
  readonly onSeveralJobs: (text: string) => void;
}

export function CrontabPart({ editor, initial, onFilled, onSeveralJobs }: CrontabPartProps) {
  const [line, setLine] = useState(initial);
  const { filled, read } = useFilling(editor, onFilled);
  const isStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL is read once.
  useEffect(() => {
    if (initial === '' || isStarted.current || editor.wasRestored) return;
    isStarted.current = true;
    read.mutate({ line: initial });
  }, []);

  const fill = (text: string) => {
    if (text.trim() !== '') read.mutate({ line: text });
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
              // Handles pasted text here, because the input would join several lines into one before the service parses them.
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
      <div aria-live="polite">
        {filled === null ? null : (
          <FilledNotice
            crontab={filled.crontab}
            onHasUser={(hasUser) => read.mutate({ line: filled.text, hasUser })}
          />
        )}
      </div>
    </Panel>
  );
}

/** Parses pasted lines and fills in the form. */
function useFilling(editor: Editor, onFilled: (crontab: Crontab) => void) {
  // Retained while the line is parsed again, so that the pressed button keeps the focus.
  const [filled, setFilled] = useState<Filling | null>(null);
  const read = useMutation({
    mutationFn: (input: CrontabInput) => api.schedules.readCrontab(input),
    onSuccess(crontab, { line: text }) {
      const { cron, timezone, name, parts } = crontab;
      setFilled({ text, crontab });
      onFilled(crontab);
      editor.change({
        scheduleType: 'cron',
        cron,
        crontab: parts,
        ...(timezone === null ? {} : { timezone }),
        ...(name === '' ? {} : { name }),
      });
    },
    onError: () => setFilled(null),
  });
  return { filled, read };
}

/** A pasted text, and the line that was found in it. */
interface Filling {
  readonly text: string;
  readonly crontab: Crontab;
}

interface FilledNoticeProps {
  readonly crontab: Crontab;
  /** Called when the user corrects whether the line contains a user name. */
  readonly onHasUser: (hasUser: boolean) => void;
}

function FilledNotice({ crontab, onHasUser }: FilledNoticeProps) {
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
        {crontab.possibleUser === null ? null : (
          <UserQuestion word={crontab.possibleUser} isUser={crontab.user !== null} onHasUser={onHasUser} />
        )}
      </Notice>
    </div>
  );
}

interface UserQuestionProps extends Pick<FilledNoticeProps, 'onHasUser'> {
  readonly word: string;
  readonly isUser: boolean;
}

/**
 * Lets the user correct whether the word after the schedule is a user name or part of the command. If the word was taken as a
 * user name, a warning above shows the word.
 */
function UserQuestion({ word, isUser, onHasUser }: UserQuestionProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 pt-1 wrap-anywhere">
      {isUser ? null : words.crontab.noUser(word)}
      <button type="button" onClick={() => onHasUser(!isUser)} className="min-h-6 text-left font-medium link">
        {isUser ? words.crontab.asCommand(word) : words.crontab.asUser(word)}
      </button>
    </p>
  );
}

function problemOf(error: Error): string {
  return problemsOf(error, ['line']).of('line') ?? messageOf(error);
}

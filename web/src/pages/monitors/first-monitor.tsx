import { CRONTAB_LENGTH_MAX } from '@overdue/domain/text-lengths.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { hasSeveralJobs } from '../../snippets/crontab-text.ts';
import { keepPaste } from '../../snippets/pasted-crontab.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/form/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { words } from './words.ts';

const { first } = words;

/** Shown while the team has no monitors. Accepts a crontab line. */
export function FirstMonitor({ mayCreate }: { readonly mayCreate: boolean }) {
  const navigate = useNavigate();
  const [line, setLine] = useState('');
  const open = (pasted: string) =>
    void navigate({ to: '/monitors/new', search: { pasted: keepPaste(pasted) } });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (line.trim() !== '') open(line.trim());
  }
  if (!mayCreate) {
    return (
      <EmptyState icon="monitors" title={words.title}>
        {first.viewer}
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto max-w-160 pb-6 pt-[12vh]">
      <div className="rounded-lg border border-line bg-panel p-6 max-md:p-4">
        <h2 className="text-title font-semibold">{first.title}</h2>
        <p className="pb-5 pt-1 text-soft">{first.hint}</p>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <Field label={first.label} className="min-w-60 flex-1">
            <TextInput
              value={line}
              onChange={(event) => setLine(event.target.value)}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData('text/plain');
                if (!hasSeveralJobs(pasted)) return;
                // Prevents the default, because an input would join the lines.
                event.preventDefault();
                open(pasted);
              }}
              placeholder={first.placeholder}
              maxLength={CRONTAB_LENGTH_MAX}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
            />
          </Field>
          <Button variant="primary" type="submit" disabled={line.trim() === ''}>
            {first.go}
          </Button>
        </form>
        <p className="flex items-center gap-2 pt-4 text-soft">
          {first.or}
          <Link to="/monitors/new" className={buttonClass('plain')}>
            {first.form}
          </Link>
          <Link to="/import" className={buttonClass('plain')}>
            {first.import}
          </Link>
        </p>
      </div>
    </div>
  );
}

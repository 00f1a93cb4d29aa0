import type { Import, ImportInput } from '@overdue/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../data/account/account.ts';
import { api, messageOf } from '../../data/client.ts';
import { ownZone } from '../../time/zone.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Notice } from '../../ui/states.tsx';
import { Applying } from './applying.tsx';
import { type ImportDraft, importInput, newImport } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { PlanView } from './plan-view.tsx';
import { words } from './words.ts';

/** How long the browser waits for the response. The service imports 10,000 monitors in less than 30 s. */
const TIMEOUT_MS = 300_000;

export function ImportPage() {
  const mayChange = useMay('member');
  return (
    <>
      <PageHeader title={words.title} trail={<Link to="/projects">{words.back}</Link>} />
      {mayChange ? (
        <Importing />
      ) : (
        <EmptyState icon="projects" title={words.mayNot}>
          {words.mayNotHint}
        </EmptyState>
      )}
    </>
  );
}

function Importing() {
  const [draft, setDraft] = useState(() => newImport(ownZone()));
  const [skipsCollisions, setSkipping] = useState(false);
  const cache = useQueryClient();
  const run = (input: ImportInput) => api.imports.run(input, { timeoutMs: TIMEOUT_MS });
  const plan = useMutation({ mutationFn: (input: ImportInput) => run({ ...input, dryRun: true }) });
  const apply = useMutation({
    mutationFn: (input: ImportInput) => run({ ...input, dryRun: false, skipCollisions: skipsCollisions }),
    onSuccess: () => cache.invalidateQueries(),
  });
  const input = importInput(draft);
  const shown = apply.data ?? plan.data;
  const result = useFocusOn(shown);
  function change(part: Partial<ImportDraft>): void {
    setDraft({ ...draft, ...part });
    // The shown plan is for the previous input.
    plan.reset();
    apply.reset();
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-180 text-soft">{words.intro}</p>
      {apply.data === undefined ? (
        <ImportForm
          draft={draft}
          onChange={change}
          isReady={input !== null}
          isBusy={plan.isPending || apply.isPending}
          onSubmit={() => input !== null && plan.mutate(input)}
        />
      ) : null}
      {plan.error === null ? null : <Notice kind="problem">{messageOf(plan.error)}</Notice>}
      {apply.error === null ? null : <Notice kind="problem">{messageOf(apply.error)}</Notice>}
      {apply.isPending ? <Applying count={plan.data?.counts.create ?? 0} /> : null}
      {shown === undefined ? null : (
        <PlanView
          ref={result}
          plan={shown}
          projectShortID={draft.projectShortID}
          skipsCollisions={skipsCollisions}
          onSkip={setSkipping}
          isBusy={apply.isPending}
          onApply={() => input !== null && apply.mutate(input)}
          onAgain={() => change({ key: '', files: [], pasted: '', pingKey: '' })}
        />
      )}
    </div>
  );
}

/** Moves the focus to each new plan, so that screen readers announce the plan. */
function useFocusOn(shown: Import | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown !== undefined) heading.current?.focus();
  }, [shown]);
  return heading;
}

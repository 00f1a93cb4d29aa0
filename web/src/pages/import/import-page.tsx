import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { ownZone } from '../../time/zone.ts';
import { messageOf } from '../../ui/error-message.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Notice } from '../../ui/states.tsx';
import { type ImportDraft, importInput, newImport } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { ImportProgress, isCancelable } from './import-progress.tsx';
import { PlanView } from './plan-view.tsx';
import { useImportRun } from './use-import-run.ts';
import { words } from './words.ts';

export function ImportPage() {
  const mayChange = useHasRole('member');
  return (
    <>
      <PageHeader
        title={words.title}
        trail={
          <Link to="/projects" activeOptions={{ exact: true }}>
            {words.back}
          </Link>
        }
      />
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
  const plan = useImportRun();
  const apply = useImportRun(() => void cache.invalidateQueries());
  const running = [plan, apply].find(({ isPending }) => isPending);
  const input = importInput(draft);
  const shown = apply.data ?? plan.data;
  const result = useFocusOn<HTMLHeadingElement>(shown);
  const isCanceled = plan.isCanceled || apply.isCanceled;
  const canceled = useFocusOn<HTMLParagraphElement>(isCanceled || undefined);
  useCancelOnLeave(plan.cancel);
  function change(part: Partial<ImportDraft>): void {
    setDraft({ ...draft, ...part });
    // Hides the plan, because it belongs to the previous input.
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
          isBusy={running !== undefined}
          onSubmit={() => input !== null && plan.start({ ...input, dryRun: true })}
        />
      ) : null}
      {[plan.error, apply.error].map((error) =>
        error === null ? null : (
          <Notice key={error.message} kind="problem">
            {messageOf(error)}
          </Notice>
        ),
      )}
      {isCanceled ? (
        <p ref={canceled} tabIndex={-1} className="outline-none">
          {words.canceled}
        </p>
      ) : null}
      {running === undefined ? null : (
        <ImportProgress
          progress={running.progress}
          onCancel={isCancelable(running.progress) ? running.cancel : null}
        />
      )}
      {shown === undefined ? null : (
        <PlanView
          ref={result}
          plan={shown}
          projectShortID={draft.projectShortID}
          skipsCollisions={skipsCollisions}
          onSkip={setSkipping}
          isBusy={apply.isPending}
          onApply={() =>
            input !== null && apply.start({ ...input, dryRun: false, skipCollisions: skipsCollisions })
          }
          onAgain={() => change({ key: '', files: [], pasted: '', pingKey: '' })}
        />
      )}
    </div>
  );
}

/** Cancels reading a source when the user leaves the page. */
function useCancelOnLeave(cancel: () => void): void {
  const latest = useRef(cancel);
  useEffect(() => {
    latest.current = cancel;
  });
  useEffect(() => () => latest.current(), []);
}

/** Moves the focus to each new result, so that screen readers announce it. */
function useFocusOn<T extends HTMLElement>(shown: object | true | undefined) {
  const element = useRef<T>(null);
  useEffect(() => {
    if (shown !== undefined) element.current?.focus();
  }, [shown]);
  return element;
}

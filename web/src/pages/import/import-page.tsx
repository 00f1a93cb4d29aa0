import type { ImportProgress as Progress } from '@overdue/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useHasRole } from '../../data/account/account.ts';
import { problemsOf } from '../../data/problems.ts';
import { ownZone } from '../../time/zone.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, Notice } from '../../ui/states.tsx';
import { type ImportDraft, importInput, newImport } from './import-draft.ts';
import { ImportForm, PROBLEM_PATHS } from './import-form.tsx';
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
  const problems = problemsOf(apply.error ?? plan.error, PROBLEM_PATHS);
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
          problemOf={problems.of}
          isReady={input !== null}
          isBusy={running !== undefined}
          onSubmit={() => input !== null && plan.start({ ...input, dryRun: true })}
        />
      ) : null}
      {problems.general === undefined ? null : <Notice kind="problem">{problems.general}</Notice>}
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

interface ImportProgressProps {
  /** Null until the service reports a step. */
  readonly progress: Progress | null;
  /** Null if the import can no longer be cancelled. */
  readonly onCancel: (() => void) | null;
}

/** The current step of an import, with its counts. Screen readers announce only the step. */
function ImportProgress({ progress, onCancel }: ImportProgressProps) {
  const step = words.steps[stepOf(progress)];
  const { done = 0, total = null } = progress ?? {};
  const hasSize = total !== null && total > 0;
  return (
    <div
      ref={showWhole}
      className="flex max-w-180 scroll-mb-24 flex-col gap-2 rounded-lg border border-accent bg-panel p-4 md:scroll-mb-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p role="status" className="font-medium">
          {step}
        </p>
        <p className="text-soft tabular-nums">{words.progress(done, total)}</p>
      </div>
      <progress
        aria-label={step}
        className="h-2 w-full accent-accent"
        {...(hasSize ? { value: done, max: total } : {})}
      />
      {onCancel === null ? (
        <p className="text-soft">{words.stayOpen}</p>
      ) : (
        <Button onClick={onCancel} className="self-start">
          {words.cancel}
        </Button>
      )}
    </div>
  );
}

/** Scrolls to the progress, which may be below the visible part of the page. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

type Step = keyof typeof words.steps;

function stepOf(progress: Progress | null): Step {
  const name = Object.keys(words.steps).find((step): step is Step => step === progress?.step);
  return name ?? 'read';
}

/** Whether the import can be canceled, because nothing is written yet. */
function isCancelable(progress: Progress | null): boolean {
  const step = stepOf(progress);
  return step === 'read' || step === 'plan';
}

import type { ImportProgress as Progress } from '@overdue/sdk';
import { Button } from '../../ui/button.tsx';
import { words } from './words.ts';

interface ImportProgressProps {
  /** Null until the service reports a step. */
  readonly progress: Progress | null;
  /** Null if the import can no longer be cancelled. */
  readonly onCancel: (() => void) | null;
}

/** The current step of an import, with its counts. Screen readers announce only the step. */
export function ImportProgress({ progress, onCancel }: ImportProgressProps) {
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
export function isCancelable(progress: Progress | null): boolean {
  const step = stepOf(progress);
  return step === 'read' || step === 'plan';
}

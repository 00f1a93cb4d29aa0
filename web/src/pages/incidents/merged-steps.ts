import type { IncidentStep } from '@overdue/sdk';

export interface ShownStep {
  readonly step: IncidentStep;
  /** Names of the channels or of the member. A merged step names several channels. */
  readonly names: readonly string[];
}

/** Merges consecutive `not_alerted` steps that have the same time and the same reason. */
export function mergeSteps(history: readonly IncidentStep[]): readonly ShownStep[] {
  const shown: ShownStep[] = [];
  for (const step of history) {
    const names = step.name === null ? [] : [step.name];
    const before = shown.at(-1);
    if (before !== undefined && isSameRefusal(before.step, step))
      shown[shown.length - 1] = { step: before.step, names: [...before.names, ...names] };
    else shown.push({ step, names });
  }
  return shown;
}

function isSameRefusal(a: IncidentStep, b: IncidentStep): boolean {
  return (
    [a, b].every(({ kind, name }) => kind === 'not_alerted' && name !== null) &&
    a.at === b.at &&
    a.text === b.text
  );
}

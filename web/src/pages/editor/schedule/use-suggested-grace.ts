import { useEffect, useState } from 'react';
import { formatSecondsExact } from '../../../time/parse-duration.ts';
import type { Editor } from '../use-editor.ts';

/** Fills in the suggested grace period for the schedule, until the user enters another grace period. */
export function useSuggestedGrace(editor: Editor, suggested: number | null): void {
  const [proposed, setProposed] = useState(editor.base.graceDuration);
  const { graceDuration } = editor.draft;
  const next = suggested === null ? proposed : formatSecondsExact(suggested);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each suggestion is applied once; `change` is new in each render.
  useEffect(() => {
    if (next === proposed) return;
    setProposed(next);
    if (graceDuration === proposed) editor.change({ graceDuration: next });
  }, [next]);
}

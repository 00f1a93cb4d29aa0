import type { Incident } from '@overdue/sdk';
import { useState } from 'react';
import { changeAcknowledgements } from '../../data/alerts/acknowledge-all.ts';
import { EMPTY_SELECTION, withAll, withRange, withToggled } from '../../ui/selection/selection.ts';
import { useToast } from '../../ui/toasts.tsx';
import { isUnacknowledged } from './urgency.ts';
import { words } from './words.ts';

const text = words.selection;

/** Selection among the unacknowledged incidents of a list. */
export interface IncidentSelection {
  /** Incidents that can be selected, in the order of the list. */
  readonly choices: readonly Incident[];
  readonly selected: readonly Incident[];
  readonly isSelected: (incident: Incident) => boolean;
  readonly toggle: (incident: Incident) => void;
  /** Selects all incidents from the last selected incident to this one. */
  readonly selectRange: (incident: Incident) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
  readonly acknowledge: (incidents: readonly Incident[]) => Promise<void>;
  readonly isPending: boolean;
}

export function useIncidentSelection(incidents: readonly Incident[]): IncidentSelection {
  const [selection, setSelection] = useState(EMPTY_SELECTION);
  const [isPending, setPending] = useState(false);
  const toast = useToast();
  const choices = incidents.filter(isUnacknowledged);
  const order = choices.map(({ incidentID }) => incidentID);
  const isSelected = ({ incidentID }: Incident) => selection.selected.has(incidentID);
  const clear = () => setSelection(EMPTY_SELECTION);

  async function change(incidentIDs: readonly string[], to: 'acknowledge' | 'unacknowledge') {
    const { changed, problems } = await changeAcknowledgements(incidentIDs, to);
    const [problem] = problems;
    if (problem !== undefined) toast({ kind: 'problem', title: text.problem, detail: problem });
    return changed;
  }

  return {
    choices,
    selected: choices.filter(isSelected),
    isSelected,
    toggle: ({ incidentID }) => setSelection((before) => withToggled(before, incidentID)),
    selectRange: ({ incidentID }) => setSelection((before) => withRange(before, incidentID, order)),
    selectAll: () => setSelection((before) => withAll(before, order)),
    clear,
    async acknowledge(selected) {
      setPending(true);
      const changed = await change(
        selected.map(({ incidentID }) => incidentID),
        'acknowledge',
      ).finally(() => setPending(false));
      clear();
      if (changed.length === 0) return;
      toast({
        title: text.acknowledged(changed.length),
        undo: () => {
          void change(changed, 'unacknowledge').then((undone) => {
            if (undone.length > 0) toast({ title: text.undone });
          });
        },
      });
    },
    isPending,
  };
}

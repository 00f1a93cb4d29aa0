import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Selection, withRange, withToggled } from '../../ui/selection/selection.ts';
import type { RowActions } from './monitor-row.tsx';
import type { ListViewState } from './use-view-search.ts';

interface RowActionsInput {
  readonly search: ListViewState;
  readonly order: readonly string[];
  readonly setSelection: (change: (last: Selection) => Selection) => void;
  readonly mayChange: boolean;
  readonly isBeside: boolean;
}

export function useRowActions(input: RowActionsInput): RowActions {
  const { order, setSelection, mayChange, isBeside } = input;
  const { view, changeView, openID, setOpenID } = input.search;
  const navigate = useNavigate();
  const goTo = (shortID: string): void => void navigate({ to: '/monitors/$shortID', params: { shortID } });
  return useStable({
    open: goTo,
    peek: (shortID) => {
      if (isBeside) setOpenID(openID === shortID ? undefined : shortID);
      else goTo(shortID);
    },
    toggle: (shortID) => {
      if (mayChange) setSelection((last) => withToggled(last, shortID));
    },
    selectTo: (shortID) => {
      if (mayChange) setSelection((last) => withRange(last, shortID, order));
    },
    filterProject: (shortID) => changeView({ projects: [shortID] }),
    filterTag: (tag) => changeView({ tags: view.tags.includes(tag) ? view.tags : [...view.tags, tag] }),
  });
}

/** Returns an object that never changes and calls the latest functions, so that rows aren't rendered again. */
function useStable(newest: RowActions): RowActions {
  const latest = useRef(newest);
  latest.current = newest;
  const [stable] = useState<RowActions>(() => ({
    open: (shortID) => latest.current.open(shortID),
    peek: (shortID) => latest.current.peek(shortID),
    toggle: (shortID) => latest.current.toggle(shortID),
    selectTo: (shortID) => latest.current.selectTo(shortID),
    filterProject: (shortID) => latest.current.filterProject(shortID),
    filterTag: (tag) => latest.current.filterTag(tag),
  }));
  return stable;
}

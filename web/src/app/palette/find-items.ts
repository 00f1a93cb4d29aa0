import type { PaletteItem } from './palette-items.ts';
import { bestOf, isClose } from './palette-rank.ts';
import { words } from './words.ts';

/** Maximum items of each group. */
const WITHOUT_TEXT = { monitors: 5, pages: 8, actions: 3, incidents: 0 } as const;
const WITH_TEXT = { monitors: 12, pages: 5, actions: 5, incidents: 5 } as const;

export interface PaletteContent {
  readonly monitors: readonly PaletteItem[];
  readonly pages: readonly PaletteItem[];
  readonly actions: readonly PaletteItem[];
  readonly incidents: readonly PaletteItem[];
  readonly goTo: (href: string) => void;
}

/** Finds items by name. `verbs` are actions for which no monitor was typed; the group of actions begins with them. */
export function findItems(
  all: PaletteContent,
  query: string,
  verbs: readonly PaletteItem[],
): readonly PaletteItem[] {
  const limits = query === '' ? WITHOUT_TEXT : WITH_TEXT;
  const monitors = bestOf(all.monitors, query, limits.monitors);
  const isMore = query !== '' && monitors.length === WITH_TEXT.monitors;
  const groups = [
    [...monitors, ...(isMore ? [showInList(query, all.goTo)] : [])],
    bestOf(all.pages, query, limits.pages),
    [...verbs, ...bestOf(all.actions, query, limits.actions)],
  ];
  // Groups with a close match come first. Otherwise "theme" would select a monitor whose name merely contains these letters.
  const isCloseGroup = (group: readonly PaletteItem[]) => group.some((item) => isClose(item, query));
  return [
    ...groups.filter(isCloseGroup).flat(),
    ...groups.filter((group) => !isCloseGroup(group)).flat(),
    ...bestOf(all.incidents, query, limits.incidents),
  ];
}

/** Returns an item that opens the monitor list with all matches, because the palette shows only the best matches. */
function showInList(query: string, goTo: (href: string) => void): PaletteItem {
  return {
    key: 'list',
    group: 'monitors',
    label: words.searchList(query),
    icon: 'search',
    run: () => goTo(`/monitors?${new URLSearchParams({ q: query })}`),
  };
}

import type { PaletteItem } from './palette-items.ts';
import { bestOf, hasWords, rankOf } from './palette-rank.ts';
import { words } from './words.ts';

/** Maximum items of each group. */
const WITHOUT_TEXT = { monitors: 5, views: 3, pages: 8, actions: 3, incidents: 0 } as const;
const WITH_TEXT = { monitors: 12, views: 5, pages: 5, actions: 5, incidents: 5 } as const;

export interface PaletteContent {
  readonly monitors: readonly PaletteItem[];
  readonly views: readonly PaletteItem[];
  readonly pages: readonly PaletteItem[];
  readonly actions: readonly PaletteItem[];
  readonly incidents: readonly PaletteItem[];
  readonly goTo: (href: string) => void;
}

/**
 * Finds items by name. `verbs` are actions for which no monitor was typed; the group of actions begins with them. Groups come in
 * the order of their best match. If the query is a word of an action or a page, that group comes first, because in a big team
 * some monitor contains nearly every word.
 */
export function findItems(
  all: PaletteContent,
  query: string,
  verbs: readonly PaletteItem[],
): readonly PaletteItem[] {
  const limits = query === '' ? WITHOUT_TEXT : WITH_TEXT;
  const monitors = bestOf(all.monitors, query, limits.monitors);
  const isMore = query !== '' && monitors.length === WITH_TEXT.monitors;
  const actions = [...verbs, ...bestOf(all.actions, query, limits.actions)];
  const views = bestOf(all.views, query, limits.views);
  const pages = bestOf(all.pages, query, limits.pages);
  const groups = [
    {
      found: monitors,
      shown: isMore ? [...monitors, showInList(query, all.goTo)] : monitors,
      isCommand: false,
    },
    { found: views, shown: views, isCommand: true },
    { found: pages, shown: pages, isCommand: true },
    { found: actions, shown: actions, isCommand: true },
  ].map((group) => ({ ...group, place: placeOf(group, query) }));
  return [
    ...(query === '' ? groups : groups.toSorted((a, b) => a.place - b.place)).flatMap(({ shown }) => shown),
    ...bestOf(all.incidents, query, limits.incidents),
  ];
}

/**
 * Returns the place of a group among the groups, smallest first. A command or page with the words of the query comes before
 * monitors with these words, unless the query is the whole name of a monitor.
 */
function placeOf(
  { found, isCommand }: { readonly found: readonly PaletteItem[]; readonly isCommand: boolean },
  query: string,
): number {
  const best = Math.min(...found.map((item) => rankOf(item, query) ?? Number.POSITIVE_INFINITY));
  return isCommand && hasWords(best) ? Math.min(best, COMMAND_PLACE) : best;
}

/** Place of commands with the words of the query: between the ranks of the whole name and of a word. */
const COMMAND_PLACE = 0.5;

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

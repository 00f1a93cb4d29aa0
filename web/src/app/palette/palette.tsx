import { Dialog as Base } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMay } from '../../data/account/account.ts';
import { channelTypesQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { monitorsQuery } from '../../data/monitors/monitors.ts';
import { STATUSES } from '../../data/monitors/statuses.ts';
import { fewResultsQuery, SEARCH_LENGTH_MIN } from '../../data/search.ts';
import { StatusShape } from '../../monitor/status.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Key } from '../../ui/tag.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { monitorCommands, verbItems } from './monitor-commands.ts';
import {
  actionItems,
  channelTypeItems,
  foundItems,
  incidentItems,
  monitorItems,
  type PaletteItem,
  pageItems,
} from './palette-items.ts';
import { bestOf, isClose } from './palette-rank.ts';
import { takeTyped } from './typed-ahead.ts';
import { words } from './words.ts';

const INCIDENTS_READ = 50;

interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function Palette({ open, onClose }: PaletteProps) {
  const before = useRef<HTMLElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          aria-label={words.title}
          finalFocus={before}
          className="fixed left-1/2 top-[12vh] z-50 flex max-h-[70dvh] w-[calc(100vw-32px)] max-w-150 -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line bg-panel shadow-floating outline-none max-md:top-4"
        >
          <Search open={open} before={before} onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface SearchProps {
  readonly open: boolean;
  readonly before: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

function Search({ open, before, onClose }: SearchProps) {
  // Long because one JSX tree renders the input and its results, which share the keyboard cursor.
  const [text, setText] = useState('');
  const [cursor, setCursor] = useState(0);
  const listID = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // Focuses the field immediately. The dialog would focus it one frame later, and earlier key presses would go to the page.
  useLayoutEffect(() => {
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    field.current?.focus();
  }, [before]);
  // Runs again if the palette is reopened before it has disappeared.
  useLayoutEffect(() => {
    if (!open) return;
    const typed = takeTyped();
    if (typed !== '') setText((current) => current + typed);
  }, [open]);
  const find = useFind();
  const shown = useDeferredValue(text);
  const foundItems = useFound(text.trim());
  const matching = useMemo(() => withFound(find(shown), foundItems), [find, shown, foundItems]);
  const at = Math.min(cursor, matching.length - 1);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  function choose(item: PaletteItem | undefined): void {
    if (item === undefined) return;
    if (item.completed !== undefined) {
      setText(item.completed);
      setCursor(0);
      field.current?.focus();
      return;
    }
    onClose();
    item.run();
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && matching.length > 0) {
      event.preventDefault();
      setCursor((at + by + matching.length) % matching.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // Fast typists press Enter before the results are rendered, so the search runs again.
      const matches = withFound(find(text), foundItems);
      choose(matches[Math.min(cursor, matches.length - 1)]);
    }
  }
  return (
    <>
      <SearchInput
        ref={field}
        type="text"
        role="combobox"
        label={words.title}
        aria-expanded={matching.length > 0}
        aria-controls={listID}
        aria-autocomplete="list"
        {...(matching.length > 0 ? { 'aria-activedescendant': `${listID}-${at}` } : {})}
        placeholder={words.placeholder}
        value={text}
        onText={(next) => {
          setText(next);
          setCursor(0);
        }}
        onKeyDown={press}
        boxClass="gap-3 border-b border-line px-4"
        className="h-12 text-lg"
      >
        <Key>{words.escape}</Key>
      </SearchInput>
      <div
        ref={list}
        id={listID}
        role="listbox"
        aria-label={words.results}
        className="min-h-0 flex-1 overflow-y-auto p-1"
      >
        {matching.map((item, index) => (
          <Result
            key={`${item.group} ${item.key}`}
            id={`${listID}-${index}`}
            item={item}
            index={index}
            isCurrent={index === at}
            heading={matching[index - 1]?.group === item.group ? null : words.groups[item.group]}
            onPoint={() => setCursor(index)}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {matching.length > 0 ? null : <NoResults />}
      <Keys />
    </>
  );
}

function NoResults() {
  return (
    <p role="status" className="px-4 pb-8 pt-6 text-center text-soft">
      {words.none}
      <br />
      {words.noneHint}
    </p>
  );
}

function Keys() {
  return (
    <footer
      aria-hidden="true"
      className="flex gap-4 border-t border-line px-4 py-2 text-xs text-soft max-md:hidden"
    >
      <span className="flex items-center gap-1.5">
        <Key>↑</Key>
        <Key>↓</Key>
        {words.foot.move}
      </span>
      <span className="flex items-center gap-1.5">
        <Key>↵</Key>
        {words.foot.open}
      </span>
    </footer>
  );
}

interface ResultProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly index: number;
  readonly isCurrent: boolean;
  /** Heading of the group; null unless the item is the first of its group. */
  readonly heading: string | null;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Result({ id, item, index, isCurrent, heading, onPoint, onChoose }: ResultProps) {
  return (
    <>
      {heading === null ? null : (
        <div role="presentation" className="px-3 pb-1 pt-2 text-xs font-medium text-soft">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are in the field above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above. */}
      <div
        id={id}
        role="option"
        aria-selected={isCurrent}
        data-index={index}
        onPointerMove={isCurrent ? undefined : onPoint}
        onClick={onChoose}
        className={classNames(
          'flex min-h-9 cursor-default items-center gap-3 rounded-md px-3 max-md:min-h-11',
          isCurrent && 'bg-hover',
        )}
      >
        <span className="flex size-4 shrink-0 items-center justify-center text-soft">
          {item.status !== undefined ? <StatusShape status={item.status} /> : null}
          {item.status === undefined && item.icon !== undefined ? <Icon name={item.icon} /> : null}
        </span>
        <span className="min-w-0 truncate">{item.label}</span>
        {item.detail === undefined ? null : (
          <span className="ml-auto max-w-[45%] shrink-0 truncate text-xs text-soft">{item.detail}</span>
        )}
      </div>
    </>
  );
}

const WITHOUT_TEXT = { monitors: 5, pages: 8, actions: 3, incidents: 0 } as const;
const WITH_TEXT = { monitors: 12, pages: 5, actions: 5, incidents: 5 } as const;

/**
 * Returns the search function. For an empty query, the function returns the worst monitors, pages and frequent actions.
 */
function useFind(): (text: string) => readonly PaletteItem[] {
  const router = useRouter();
  const tell = useToast();
  const mayChange = useMay('member');
  const isAdmin = useMay('admin');
  const { data: types } = useQuery({ ...channelTypesQuery, enabled: mayChange });
  const { data } = useQuery(monitorsQuery);
  const { data: incidents } = useQuery({
    queryKey: ['incidents', 'palette'],
    queryFn: ({ signal }) => api.incidents.list({ limit: INCIDENTS_READ }, { signal }),
  });
  const all = useMemo(() => {
    const goTo = (href: string): void => void router.navigate({ href });
    const now = Date.now();
    const monitors = monitorItems(data?.monitors ?? [], goTo, now);
    return {
      monitors: monitors.toSorted((a, b) => rankOfStatus(a) - rankOfStatus(b)),
      pages: pageItems(goTo, { isAdmin }),
      actions: [...actionItems(goTo, { mayChange, isAdmin }), ...channelTypeItems(types ?? [], goTo)],
      incidents: incidentItems(incidents?.incidents ?? [], goTo, now),
      goTo,
    };
  }, [router, data, incidents, types, mayChange, isAdmin]);
  const latestTell = useRef(tell);
  latestTell.current = tell;
  return useCallback(
    (text) => {
      const shell = { goTo: all.goTo, tell: latestTell.current, mayChange, now: Date.now() };
      const commands = monitorCommands(text, data?.monitors ?? [], shell);
      const verbs = verbItems(text, data?.monitors ?? [], shell);
      return [...commands, ...findIn(all, text.trim(), verbs)];
    },
    [all, data, mayChange],
  );
}

/** Pause in typing before the query is sent to the server. */
const QUIET_MS = 150;

/** Returns the incidents and logs that the server finds, and an item that opens the search page. */
function useFound(text: string): readonly PaletteItem[] {
  const router = useRouter();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data } = useQuery(fewResultsQuery(asked));
  return useMemo(() => {
    if (text.length < SEARCH_LENGTH_MIN) return [];
    const goTo = (href: string): void => void router.navigate({ href });
    const searchAll: PaletteItem = {
      key: 'search',
      group: 'logs',
      label: words.searchAll(text),
      icon: 'search',
      run: () => goTo(`/search?${new URLSearchParams({ q: text })}`),
    };
    return [...foundItems(data?.results ?? [], goTo, Date.now()), searchAll];
  }, [router, text, data]);
}

/**
 * Appends the server's results, except incidents that are already in the list. The list ends with its incidents, so all incidents
 * stay one group.
 */
function withFound(own: readonly PaletteItem[], found: readonly PaletteItem[]): readonly PaletteItem[] {
  const incidentKeys = new Set(own.filter(({ group }) => group === 'incidents').map(({ key }) => key));
  return [...own, ...found.filter(({ group, key }) => group !== 'incidents' || !incidentKeys.has(key))];
}

interface PaletteContent {
  readonly monitors: readonly PaletteItem[];
  readonly pages: readonly PaletteItem[];
  readonly actions: readonly PaletteItem[];
  readonly incidents: readonly PaletteItem[];
  readonly goTo: (href: string) => void;
}

/** Finds items by name. `verbs` are actions for which no monitor was typed; the group of actions begins with them. */
function findIn(all: PaletteContent, query: string, verbs: readonly PaletteItem[]): readonly PaletteItem[] {
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

function rankOfStatus({ status }: PaletteItem): number {
  return status === undefined ? STATUSES.length : STATUSES.indexOf(status);
}

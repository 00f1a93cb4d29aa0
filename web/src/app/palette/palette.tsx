import { Dialog as Base } from '@base-ui/react/dialog';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { StatusShape } from '../../monitor/status.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyboardKey } from '../../ui/tag.tsx';
import { words as uiWords } from '../../ui/words.ts';
import type { PaletteItem } from './palette-items.ts';
import { takeTyped } from './typed-ahead.ts';
import { usePaletteSearch, useServerResults, withServerResults } from './use-palette-items.ts';
import { words } from './words.ts';

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
  const find = usePaletteSearch();
  const shown = useDeferredValue(text);
  const results = useServerResults(text.trim());
  const matching = useMemo(() => withServerResults(find(shown), results), [find, shown, results]);
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
      const matches = withServerResults(find(text), results);
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
        <span className="max-md:hidden">
          <KeyboardKey>{words.escape}</KeyboardKey>
        </span>
        <IconButton label={uiWords.close} onClick={onClose} className="-mr-2 md:hidden">
          <Icon name="close" />
        </IconButton>
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
        <KeyboardKey>↑</KeyboardKey>
        <KeyboardKey>↓</KeyboardKey>
        {words.foot.move}
      </span>
      <span className="flex items-center gap-1.5">
        <KeyboardKey>↵</KeyboardKey>
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

import { Combobox as Base } from '@base-ui/react/combobox';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { FLOATING_CLASS, ITEM_CLASS } from '../popup/floating.ts';
import { useOpening } from '../popup/on-demand.ts';
import { words as ui } from '../words.ts';
import { FacetFace, type FacetProps, facetClass, facetLabel } from './facet-face.tsx';
import { words } from './words.ts';

/** Maximum options in the list. The search finds further options. */
const LISTED_MAX = 200;
const SEARCH_FROM = 8;

export function FacetPopup<T extends string>(props: FacetProps<T> & { readonly opensAtOnce: boolean }) {
  const { name, options, value, onChange, opensAtOnce } = props;
  const { trigger, ...opening } = useOpening(opensAtOnce);
  const byValue = new Map(options.map((option) => [option.value, option]));
  const labelOf = (item: T): string => byValue.get(item)?.label ?? item;
  const values = [...new Set([...value, ...options.map((option) => option.value)])];
  return (
    <Base.Root
      {...opening}
      multiple
      items={values}
      value={[...value]}
      onValueChange={(next) => onChange(next)}
      itemToStringLabel={labelOf}
      limit={LISTED_MAX}
      autoHighlight
    >
      <Base.Trigger ref={trigger} aria-label={facetLabel(props)} className={facetClass(props)}>
        <FacetFace label={facetLabel(props)} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Base.Popup aria-label={name} className={classNames(FLOATING_CLASS, 'flex max-h-96 w-64 flex-col')}>
            <div
              className={classNames(
                'border-b border-line p-1 pb-2',
                options.length < SEARCH_FROM && 'sr-only',
              )}
            >
              <Base.Input
                aria-label={words.search(name)}
                placeholder={words.search(name)}
                className="h-8 w-full rounded-md border border-line-strong bg-panel px-2 outline-none placeholder:text-soft max-md:h-10 max-md:text-lg"
              />
            </div>
            <Base.Empty className="px-2 py-1.5 text-soft empty:hidden">{ui.noMatch}</Base.Empty>
            <Base.List className="min-h-0 flex-1 overflow-y-auto pt-1">
              {(item: T) => (
                <Base.Item key={item} value={item} className={ITEM_CLASS}>
                  <span className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-line-strong text-accent">
                    <Base.ItemIndicator>
                      <Icon name="check" className="size-3" />
                    </Base.ItemIndicator>
                  </span>
                  {byValue.get(item)?.icon}
                  <span className="min-w-0 flex-1 truncate">{labelOf(item)}</span>
                  <span className="numeric text-xs text-soft">
                    {byValue.get(item)?.count?.toLocaleString('en')}
                  </span>
                </Base.Item>
              )}
            </Base.List>
            {value.length === 0 ? null : (
              <button
                type="button"
                onClick={() => onChange([])}
                className="mt-1 flex min-h-8 items-center rounded-md border-t border-line px-2 text-accent hover:bg-hover"
              >
                {words.any}
              </button>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

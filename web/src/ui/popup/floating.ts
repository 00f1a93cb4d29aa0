export const FLOATING_CLASS =
  'calm rounded-lg border border-line bg-panel p-1 text-ink shadow-floating outline-none transition-opacity ' +
  'data-starting-style:opacity-0 data-ending-style:opacity-0';

export const ITEM_CLASS =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 outline-none data-highlighted:bg-hover ' +
  'data-disabled:opacity-55 max-md:min-h-10';

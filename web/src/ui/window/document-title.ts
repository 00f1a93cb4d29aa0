let title = '';
let count = 0;
const listeners = new Set<(title: string) => void>();

function show(): void {
  if (title !== '') document.title = count === 0 ? title : `(${count}) ${title}`;
}

/** Sets the title of the browser tab. */
export function setPageTitle(next: string): void {
  title = next;
  show();
  for (const listener of listeners) listener(next);
}

/** Calls `listener` with the current title and each later title. Returns a function that ends the calls. */
export function onPageTitle(listener: (title: string) => void): () => void {
  listeners.add(listener);
  if (title !== '') listener(title);
  return () => listeners.delete(listener);
}

/** Sets the number of items that need attention, shown before the title. 0 shows no number. */
export function setTitleCount(next: number): void {
  count = next;
  show();
}

let title = '';
let count = 0;

function show(): void {
  if (title !== '') document.title = count === 0 ? title : `(${count}) ${title}`;
}

/** Sets the title of the browser tab. */
export function setPageTitle(next: string): void {
  title = next;
  show();
}

/** Sets the number of items that need attention, shown before the title. 0 shows no number. */
export function setTitleCount(next: number): void {
  count = next;
  show();
}

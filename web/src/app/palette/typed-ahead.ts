/** How long typed keys are kept. Without a limit, a palette that never appears would take keys from the page. */
const KEPT_MS_MAX = 10_000;

let typed: string | null = null;
let giveUp: ReturnType<typeof setTimeout> | undefined;

/** Keeps the keys that a user presses before the palette's field has the focus, for example while its code loads. */
export function keepTyped(): void {
  if (typed === null) window.addEventListener('keydown', keep, { capture: true });
  typed ??= '';
  clearTimeout(giveUp);
  giveUp = setTimeout(takeTyped, KEPT_MS_MAX);
}

/** Returns the kept text and stops keeping keys. */
export function takeTyped(): string {
  const text = typed ?? '';
  typed = null;
  clearTimeout(giveUp);
  window.removeEventListener('keydown', keep, { capture: true });
  return text;
}

function keep(event: KeyboardEvent): void {
  if (typed === null || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = textAfter(typed, event.key);
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation();
  typed = next;
}

/** Returns the text after a key; null if the key doesn't change text. */
export function textAfter(text: string, key: string): string | null {
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  return [...key].length === 1 ? text + key : null;
}

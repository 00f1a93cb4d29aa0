const PALETTE = 'overdue:palette';
const HELP = 'overdue:help';

export function openPalette(): void {
  window.dispatchEvent(new Event(PALETTE));
}

export function onPalette(open: () => void): () => void {
  return on(PALETTE, open);
}

export function openHelp(): void {
  window.dispatchEvent(new Event(HELP));
}

export function onHelp(open: () => void): () => void {
  return on(HELP, open);
}

function on(name: string, listener: () => void): () => void {
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

export const UNDO_MS = 10_000;

export interface ToastMessage {
  readonly title: string;
  readonly detail?: string;
  readonly kind?: 'done' | 'problem';
  /** Undo action, offered for {@link UNDO_MS}. */
  readonly undo?: () => void;
  /** Key of the thing that changed. The toast replaces an earlier toast about the same thing. */
  readonly about?: string;
}

/** Undo actions of the visible toasts, newest last. */
const undos: { readonly id: string; readonly undo: () => void }[] = [];

export function offerUndo(id: string, undo: () => void): void {
  undos.push({ id, undo });
}

export function withdrawUndo(id: string): void {
  const index = undos.findIndex((offered) => offered.id === id);
  if (index !== -1) undos.splice(index, 1);
}

/** Performs the undo action of the newest toast that has one. Returns false if no toast has one. */
export function undoNewest(): boolean {
  const newest = undos.at(-1);
  newest?.undo();
  return newest !== undefined;
}

type Show = (message: ToastMessage) => void;

/** Toasts that wait until their code is loaded. */
let waiting: readonly ToastMessage[] = [];
let show: Show | null = null;
let load: (() => void) | null = null;

/** Returns a function that shows the result of an action as a toast, without moving the focus. */
export function useToast(): Show {
  return addToast;
}

function addToast(message: ToastMessage): void {
  if (show !== null) {
    show(message);
    return;
  }
  waiting = [...waiting, message];
  load?.();
}

/** Passes all toasts to `next`, including waiting toasts. Returns a function that unsubscribes. */
export function subscribeToToasts(next: Show): () => void {
  show = next;
  const queued = waiting;
  waiting = [];
  for (const message of queued) next(message);
  return () => {
    show = null;
  };
}

/** Calls `next` for each toast that waits for code to load. Returns a function that unsubscribes. */
export function onToastWaiting(next: () => void): () => void {
  load = next;
  if (waiting.length > 0) next();
  return () => {
    load = null;
  };
}

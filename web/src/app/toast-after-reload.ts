import { useEffect } from 'react';
import { useToast } from '../ui/toasts.tsx';

const KEY = 'overdue.toast-after-reload';

/** Remembers a message in this tab. The application shows the message once, after it is reloaded. */
export function rememberToast(title: string): void {
  try {
    sessionStorage.setItem(KEY, title);
  } catch {
    // Browser storage is unavailable. The reloaded page shows the change itself.
  }
}

/** Shows the remembered message, if any. */
export function useRememberedToast(): void {
  const toast = useToast();
  useEffect(() => {
    const title = takeToast();
    if (title !== null) toast({ title });
  }, [toast]);
}

function takeToast(): string | null {
  try {
    const title = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return title;
  } catch {
    return null;
  }
}

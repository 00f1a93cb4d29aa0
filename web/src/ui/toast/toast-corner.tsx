import { type ComponentType, useEffect, useState } from 'react';
import { onToastWaiting } from '../toasts.tsx';

/** Corner of the page that shows toasts. Loads its code with the first toast, or once `idle` resolves. */
export function ToastCorner({ idle }: { readonly idle: Promise<unknown> }) {
  const [Area, setArea] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import('./toast-area.tsx').then(
        ({ ToastArea }) => setArea(() => ToastArea),
        // Ignores a failure, because the next toast tries again.
        () => undefined,
      );
    void idle.then(load);
    return onToastWaiting(load);
  }, [idle]);
  return Area === null ? null : <Area />;
}

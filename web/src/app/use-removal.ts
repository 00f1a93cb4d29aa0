import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../ui/error-message.ts';
import { useToast } from '../ui/toasts.tsx';

interface Removal<T> {
  readonly queryKey: readonly unknown[];
  readonly remove: (item: T) => Promise<unknown>;
  /** Creates the item again. Without this function, the deletion can't be undone. */
  readonly restore?: (item: T) => Promise<unknown>;
  /** Returns the message to show after the deletion. */
  readonly done: (item: T) => string;
}

/**
 * Returns a function that deletes an item of a list immediately, reports the result, and offers Undo if the item can be
 * restored.
 */
export function useRemoval<T>({ queryKey, remove, restore, done }: Removal<T>): (item: T) => Promise<void> {
  const cache = useQueryClient();
  const toast = useToast();
  async function change(perform: () => Promise<unknown>, onDone: () => void): Promise<void> {
    try {
      await perform();
      onDone();
      await cache.invalidateQueries({ queryKey });
    } catch (error) {
      toast({ title: messageOf(error), kind: 'problem' });
    }
  }
  return (item) =>
    change(
      () => remove(item),
      () =>
        toast({
          title: done(item),
          ...(restore === undefined
            ? {}
            : {
                undo: () =>
                  void change(
                    () => restore(item),
                    () => undefined,
                  ),
              }),
        }),
    );
}

import { useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../data/client.ts';
import { useToast } from '../ui/toasts.tsx';

interface Removal<T> {
  readonly queryKey: readonly unknown[];
  readonly remove: (item: T) => Promise<unknown>;
  /** Creates the item again. Without it, the deletion can't be undone. */
  readonly restore?: (item: T) => Promise<unknown>;
  /** Returns the message after the deletion. */
  readonly done: (item: T) => string;
}

/** Returns a function that deletes an item of a list at once, reports the result, and offers to undo if that is possible. */
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

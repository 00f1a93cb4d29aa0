import { words } from './words.ts';

/** The service creates everything in one transaction, so there are no steps to count. */
export function Applying({ count }: { readonly count: number }) {
  return (
    <div role="status" className="flex flex-col gap-2 rounded-lg border border-accent bg-panel p-4">
      <p className="font-medium">{words.applying(count)}</p>
      <progress aria-label={words.applying(count)} className="h-1.5 w-full" />
    </div>
  );
}

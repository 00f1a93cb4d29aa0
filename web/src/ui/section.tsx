import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Fragment of the URL that leads to the section. */
  readonly anchor?: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  /** Whether to omit the padding, as for tables and lists. */
  readonly flush?: boolean;
}

/** Explanation on the left and settings on the right; stacked on narrow windows. */
export function Section({ title, anchor, intro, children, flush }: SectionProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-3 scroll-mt-24 border-t border-line py-6 first:border-t-0 first:pt-2 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {intro === undefined ? null : <p className="max-w-120 pt-1 text-table text-soft">{intro}</p>}
      </div>
      <div
        className={`min-w-0 max-w-180 self-start rounded-lg border border-line bg-panel ${flush === true ? 'overflow-hidden' : 'p-4'}`}
      >
        {children}
      </div>
    </section>
  );
}

import type { ReactNode } from 'react';
import type { IconName } from './icon.tsx';
import { Panel } from './panel.tsx';
import { EmptyState } from './states.tsx';

interface IntroTableProps {
  readonly icon: IconName;
  readonly words: {
    readonly intro: string;
    readonly empty: { readonly title: string; readonly text: string };
  };
  /** Button that adds an item; hidden from people who may not add items. */
  readonly add: ReactNode;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

/** An introduction and a table. If the list is empty, shows the first step instead. */
export function IntroTable({ icon, words, add, isEmpty, children }: IntroTableProps) {
  if (isEmpty) {
    return (
      <Panel>
        <EmptyState icon={icon} title={words.empty.title} action={add}>
          {words.empty.text}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-80 text-soft">{words.intro}</p>
        {add}
      </div>
      <Panel flush>{children}</Panel>
    </div>
  );
}

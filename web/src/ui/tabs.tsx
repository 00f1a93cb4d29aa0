import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabsProps<T extends string> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly tabs: readonly Tab<T>[];
  readonly label: string;
}

/** Tabs. The URL contains the open tab: pass `value` from the query parameters. */
export function Tabs<T extends string>({ value, onChange, tabs, label }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-9 whitespace-nowrap rounded-t-md px-3 font-medium text-soft hover:text-ink focus-visible:-outline-offset-2 data-active:text-ink max-md:h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="calm absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[width,translate]" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} tabIndex={-1} className="pt-4 outline-none">
          {tab.value === value ? tab.content : null}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

import { classNames } from '../class-names.ts';

export const CONTROL_CLASS =
  'calm block h-8 w-full rounded-md border border-line-strong bg-panel px-2.5 text-ink placeholder:text-soft ' +
  'hover:border-soft focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent ' +
  'disabled:opacity-55 data-invalid:border-down aria-invalid:border-down max-md:h-10 max-md:text-lg';

export function selectClass(className: string | undefined): string {
  return classNames(CONTROL_CLASS, 'flex! items-center justify-between gap-2 text-left', className);
}

import type { ReactNode } from 'react';
import { buttonClass } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { words } from './words.ts';

export interface FacetOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly count?: number;
  readonly icon?: ReactNode;
}

export interface FacetProps<T extends string> {
  readonly name: string;
  readonly options: readonly FacetOption<T>[];
  readonly value: readonly T[];
  readonly onChange: (value: readonly T[]) => void;
  readonly className?: string;
}

/** Returns the filter's name with its value, or with the number of its values. */
export function facetLabel<T extends string>({ name, options, value }: FacetProps<T>): string {
  const [only] = value;
  if (only === undefined) return name;
  if (value.length > 1) return words.many(name, value.length);
  return words.only(name, options.find((option) => option.value === only)?.label ?? only);
}

export function facetClass<T extends string>({ value, className }: FacetProps<T>): string {
  return buttonClass(
    'plain',
    classNames(
      'max-w-52 pr-2! max-md:max-w-36 max-md:px-2!',
      className,
      value.length > 0 && 'border-accent! bg-accent-wash! text-accent!',
    ),
  );
}

export function FacetFace({ label }: { readonly label: string }) {
  return (
    <>
      <span className="truncate">{label}</span>
      <Icon name="chevron-down" />
    </>
  );
}

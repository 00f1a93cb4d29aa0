import type { ComponentProps, ReactElement, ReactNode } from 'react';
import type { IconName } from '../icon.tsx';

export type MenuEntry =
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly icon?: IconName;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      /** Whether the action is impossible while the service can't be reached. */
      readonly needsService?: boolean;
      readonly shortcut?: string;
      readonly onSelect: () => void;
    }
  | {
      readonly kind: 'choice';
      readonly label: ReactNode;
      readonly checked: boolean;
      /** Whether the choice closes the menu. Otherwise the menu stays open, to try other choices. */
      readonly closes?: true;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'line' }
  | { readonly kind: 'heading'; readonly label: string };

export interface MenuProps {
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end';
}

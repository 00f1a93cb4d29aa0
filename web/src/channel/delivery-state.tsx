import type { Delivery } from '@overdue/sdk';
import { Icon, type IconName } from '../ui/icon.tsx';
import { words } from '../ui/words.ts';

const STYLES: Readonly<Record<Delivery['state'], { readonly color: string; readonly icon: IconName }>> = {
  sent: { color: 'text-up', icon: 'check' },
  waiting: { color: 'text-late', icon: 'clock' },
  failed: { color: 'text-down', icon: 'close' },
  merged: { color: 'text-soft', icon: 'arrow' },
};

interface DeliveryStateProps {
  readonly state: Delivery['state'];
  readonly hasIcon?: boolean;
}

export function DeliveryState({ state, hasIcon = false }: DeliveryStateProps) {
  const { color, icon } = STYLES[state];
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap font-medium ${color}`}>
      {hasIcon ? <Icon name={icon} className="size-3.5" /> : null}
      {words.deliveryState[state]}
    </span>
  );
}

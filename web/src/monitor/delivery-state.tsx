import type { Delivery } from '@overdue/sdk';
import { Icon, type IconName } from '../ui/icon.tsx';
import { words } from '../ui/words.ts';

const LOOKS: Readonly<Record<Delivery['state'], { readonly text: string; readonly icon: IconName }>> = {
  sent: { text: 'text-up', icon: 'check' },
  waiting: { text: 'text-late', icon: 'clock' },
  failed: { text: 'text-down', icon: 'close' },
  merged: { text: 'text-soft', icon: 'arrow' },
};

interface DeliveryStateProps {
  readonly state: Delivery['state'];
  readonly hasIcon?: boolean;
}

export function DeliveryState({ state, hasIcon = false }: DeliveryStateProps) {
  const { text, icon } = LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap font-medium ${text}`}>
      {hasIcon ? <Icon name={icon} className="size-3.5" /> : null}
      {words.deliveryState[state]}
    </span>
  );
}

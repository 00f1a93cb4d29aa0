import type { Delivery } from '@overdue/sdk';
import { words } from '../ui/words.ts';

const LOOK: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'text-late',
  sent: 'text-up',
  failed: 'text-down',
  merged: 'text-soft',
};

/** State of a message, in a table. */
export function DeliveryState({ state }: { readonly state: Delivery['state'] }) {
  return <span className={`whitespace-nowrap font-medium ${LOOK[state]}`}>{words.deliveryState[state]}</span>;
}

import type { ChannelType } from '@overdue/sdk';
import type { ReactNode } from 'react';
import { OperatorNotice } from '../channel-form/operator-notice.tsx';
import { SetupGuide } from '../channel-form/setup-guide.tsx';

interface ExplanationsProps {
  readonly type: ChannelType;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Settings that the operator must add, and the steps at the provider. On phones, they precede the form. */
export function Explanations({ type, values }: ExplanationsProps) {
  return (
    <div className="flex max-w-140 min-w-0 flex-col gap-4 lg:order-last">
      <OperatorNotice type={type} values={values} />
      <SetupGuide type={type.type} title={type.title} />
    </div>
  );
}

/** Puts the form and the explanations into two columns on wide screens. */
export function BesideExplanations({ children }: { readonly children: ReactNode }) {
  return <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">{children}</div>;
}

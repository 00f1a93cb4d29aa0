import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../data/account/account.ts';
import { CodeBlock } from '../ui/copy.tsx';
import { Notice } from '../ui/states.tsx';
import { missingSettings } from './operator-settings.ts';
import { words } from './words.ts';

interface OperatorNoticeProps {
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Shows which settings the operator must add before the channel can work, with lines to copy. */
export function OperatorNotice({ type, values }: OperatorNoticeProps) {
  const { data: account } = useQuery(accountQuery);
  if (account === undefined) return null;
  const settings = missingSettings(type, values, account.service);
  if (settings === null) return null;
  const text = words.operator[settings.missing];
  return (
    <Notice kind={settings.isCertain ? 'warning' : 'info'}>
      <div className="flex flex-col gap-2">
        <p className="font-medium">{text.title}</p>
        <p>{text.text}</p>
        <CodeBlock code={settings.lines} label={words.operator.label} />
        <p className="text-table text-soft">{words.operator.where}</p>
      </div>
    </Notice>
  );
}

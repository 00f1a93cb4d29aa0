import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../data/account/account.ts';
import { CodeBlock } from '../ui/copy.tsx';
import { Notice } from '../ui/states.tsx';
import {
  missingMail,
  missingSettings,
  type OperatorSettings,
  type ReceiverType,
} from './operator-settings.ts';
import { words } from './words.ts';

interface OperatorNoticeProps {
  readonly type: ReceiverType;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Shows which settings the operator must add before the channel can work, with lines to copy. */
export function OperatorNotice({ type, values }: OperatorNoticeProps) {
  const { data: account } = useQuery(accountQuery);
  return account === undefined ? null : (
    <MissingSettings settings={missingSettings(type, values, account.service)} />
  );
}

/** Shows the settings of a mail server if the service has none. */
export function MailNotice() {
  const { data: account } = useQuery(accountQuery);
  return account === undefined ? null : <MissingSettings settings={missingMail(account.service)} />;
}

function MissingSettings({ settings }: { readonly settings: OperatorSettings | null }) {
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

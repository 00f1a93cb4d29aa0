import type { CreatedToken } from '@overdue/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '../../data/account/account.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { NewSecret } from '../../ui/new-secret.tsx';
import { words } from './words.ts';

const { api: text } = words;

/** Shows a new token, which the service returns only once. */
export function NewToken({ token, onDone }: { readonly token: CreatedToken; readonly onDone: () => void }) {
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <NewSecret
      titleID="new-token"
      shownID={token.id}
      title={text.createdTitle}
      name={token.name}
      text={text.createdText}
      secret={token.token}
      copyLabel={text.copyToken}
      doneLabel={text.done}
      onDone={onDone}
    >
      <h3 className="pb-1.5 pt-4 font-medium">{text.tryIt}</h3>
      <CodeBlock
        label={text.tryIt}
        code={`curl -H 'Authorization: Bearer ${token.token}' ${account.service.baseURL}/v1/monitors/`}
      />
    </NewSecret>
  );
}

import type { Member, Token } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../data/client.ts';
import { queryClient } from '../../data/query-client.ts';
import { memberTokensQuery } from '../../data/team/members.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { messageOf } from '../../ui/error-message.ts';
import { Moment } from '../../ui/moment.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words } from './words.ts';

const { tokens: text } = words;

export function MemberTokensDialog({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const query = memberTokensQuery(member.memberID);
  const { data: tokens, error, refetch } = useQuery(query);
  const [revoking, setRevoking] = useState<Token>();
  const toast = useToast();
  const revoke = useMutation({
    mutationFn: (tokenID: string) => api.members.revokeToken(member.memberID, tokenID),
    async onSuccess() {
      toast({ title: text.revoked });
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: (problem) => toast({ kind: 'problem', title: messageOf(problem) }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title(member.name || member.email)}
      description={text.intro}
      actions={<Button onClick={onClose}>{text.close}</Button>}
    >
      {tokens === undefined ? (
        error === null ? (
          <Skeleton className="h-24 w-full" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : tokens.length === 0 ? (
        <p className="text-soft">{text.none}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {tokens.map((token) => (
            <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block font-medium wrap-anywhere">{token.name}</span>
                <span className="block text-xs text-soft">
                  <code className="font-mono">{token.prefix}…</code> · {text.scopes[token.scope]}
                  {token.projects.length === 0 ? null : ` · ${text.ofProjects(token.projects.length)}`}
                  {' · '}
                  {token.lastUsedAt === null ? (
                    text.neverUsed
                  ) : (
                    <>
                      {text.used} <Moment at={token.lastUsedAt} show="distance" />
                    </>
                  )}
                  {' · '}
                  {token.expiresAt === null ? (
                    text.neverExpires
                  ) : (
                    <>
                      {text.expires} <Moment at={token.expiresAt} />
                    </>
                  )}
                </span>
              </span>
              <Button
                variant="quiet"
                aria-label={text.revokeNamed(token.name)}
                onClick={() => setRevoking(token)}
              >
                {text.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Confirm
        open={revoking !== undefined}
        title={text.revokeTitle(revoking?.name ?? '')}
        action={text.revoke}
        onClose={() => setRevoking(undefined)}
        onConfirm={async () => {
          if (revoking !== undefined) await revoke.mutateAsync(revoking.id).catch(() => undefined);
        }}
      >
        {text.revokeText}
      </Confirm>
    </Dialog>
  );
}

import type { DeviceAuthorization } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accountQuery, useHasRole } from '../../../data/account/account.ts';
import { tokensQuery } from '../../../data/account/tokens.ts';
import { api } from '../../../data/client.ts';
import { problemsOf } from '../../../data/problems.ts';
import { queryClient } from '../../../data/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Notice } from '../../../ui/states.tsx';
import { OfflineReason } from '../../../ui/window/offline.tsx';
import { isComplete, NEW_TOKEN, SCOPES, TOKEN_FIELDS, TokenFields, tokenInput } from '../token-fields.tsx';
import { words as accountWords } from '../words.ts';
import { words } from './words.ts';

interface ConfirmLoginProps {
  readonly code: string;
  readonly login: DeviceAuthorization;
  readonly onDone: (outcome: 'approved' | 'denied') => void;
  readonly onOther: () => void;
}

export function ConfirmLogin({ code, login, onDone, onOther }: ConfirmLoginProps) {
  const mayWrite = useHasRole('member');
  const { data: account } = useQuery(accountQuery);
  const [draft, setDraft] = useState({
    ...NEW_TOKEN,
    name: words.tokenOf(login.hostName),
    scope: login.scope,
    expiry: 'never' as typeof NEW_TOKEN.expiry,
  });
  const approve = useMutation({
    mutationFn: () => api.tokens.approveLogin({ ...tokenInput(draft, mayWrite), userCode: code }),
    async onSuccess() {
      onDone('approved');
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  const deny = useMutation({
    mutationFn: () => api.tokens.denyLogin(code),
    onSuccess: () => onDone('denied'),
  });
  const problems = problemsOf(approve.error ?? deny.error, TOKEN_FIELDS);
  const isBusy = approve.isPending || deny.isPending;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isComplete(draft) && !isBusy) approve.mutate();
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold wrap-anywhere">{words.question(login.hostName)}</h2>
      <p className="rounded-md bg-sunken py-3 text-center font-mono text-title font-semibold tracking-widest">
        {code}
      </p>
      <Notice kind="warning">{words.warning}</Notice>
      <dl className="grid gap-4 wrap-anywhere sm:grid-cols-2">
        <Fact name={words.host}>{login.hostName === '' ? words.unknownHost : login.hostName}</Fact>
        <Fact name={words.address}>{login.remoteAddress}</Fact>
        <Fact name={words.team}>
          <span className="font-medium">{account?.team?.name}</span>
          <span className="block text-xs text-soft">{words.role(account?.team?.role ?? '')}</span>
        </Fact>
        <Fact name={words.asked}>{accountWords.api.scopes[login.scope]}</Fact>
        <Fact name={words.expires}>
          <Moment at={login.expiresAt} show="distance" />
        </Fact>
      </dl>
      <TokenFields value={draft} onChange={setDraft} problemOf={problems.of} />
      {mayWrite && draft.scope === 'admin' ? <Notice kind="warning">{words.admin}</Notice> : null}
      {mayWrite && SCOPES.indexOf(draft.scope) > SCOPES.indexOf(login.scope) ? (
        <Notice kind="warning">{words.more}</Notice>
      ) : null}
      {problems.general === undefined ? null : <Notice kind="problem">{problems.general}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          needsService
          busy={approve.isPending}
          disabled={!isComplete(draft) || isBusy}
        >
          {words.approve}
        </Button>
        <Button needsService busy={deny.isPending} disabled={isBusy} onClick={() => deny.mutate()}>
          {words.deny}
        </Button>
        <Button variant="quiet" onClick={onOther}>
          {words.otherCode}
        </Button>
      </div>
      <OfflineReason />
    </form>
  );
}

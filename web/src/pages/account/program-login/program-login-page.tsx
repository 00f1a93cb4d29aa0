import { USER_CODE_LENGTH_MAX } from '@overdue/domain/access/sign-in-limits.ts';
import type { DeviceAuthorization } from '@overdue/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { accountQuery, loginQuery, tokensQuery, useHasRole } from '../../../data/account/account.ts';
import { api, isNotFound } from '../../../data/client.ts';
import { problemsOf } from '../../../data/problems.ts';
import { queryClient } from '../../../data/query-client.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Field, TextInput } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState, ErrorState, Notice, TableSkeleton } from '../../../ui/states.tsx';
import { OfflineReason } from '../../../ui/window/offline.tsx';
import { AccountTabs } from '../account-tabs.tsx';
import { isComplete, NEW_TOKEN, SCOPES, TOKEN_FIELDS, TokenFields, tokenInput } from '../token-fields.tsx';
import { words as accountWords } from '../words.ts';

const words = {
  title: 'Authorize a command-line login',
  codeIntro:
    'Run overdue login on the host. The command shows a code. Enter the code here to give the command line a token.',
  code: 'Code',
  codeExample: 'WDJB-MJHT',
  next: 'Continue',
  unknownCode: 'The code is wrong or has expired. Check the code, or run overdue login again.',
  otherCode: 'Enter another code',
  question: (host: string) =>
    host === '' ? 'Authorize the command line?' : `Authorize the command line on ${host}?`,
  warning: 'Approve only if you have just run overdue login yourself, and if the host shows this code.',
  host: 'Host',
  unknownHost: 'Unknown',
  address: 'Address',
  team: 'Team',
  role: (role: string) => `Your role: ${role}`,
  expires: 'Code expires',
  asked: 'Asks for',
  more: 'This is more access than the command line asks for.',
  admin:
    'With the scope admin, the command line can give other people access to your team. Commands need no more than write.',
  tokenOf: (host: string) => (host === '' ? 'overdue login' : `overdue on ${host}`),
  approve: 'Approve',
  deny: 'Deny',
  approvedTitle: 'Command line authorized',
  approvedText: 'Continue in the terminal. The token is in your list of tokens, where you can revoke it.',
  deniedTitle: 'The login was denied',
  deniedText: 'The command line gets no token.',
  toTokens: 'Your tokens',
} as const;

/** Confirms a program login. Its code is in the URL, or the user types it. */
export function ProgramLoginPage() {
  const { code = '' } = useSearch({ from: '/signed-in/shell/device' });
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<'approved' | 'denied'>();
  const login = useQuery({ ...loginQuery(code), enabled: code !== '' && outcome === undefined });
  const setCode = (next: string) =>
    void navigate({ to: '/device', search: next === '' ? {} : { code: next } });
  function content() {
    if (outcome !== undefined) return <Done outcome={outcome} />;
    if (code === '') return <UserCodeForm onCode={setCode} />;
    if (login.error !== null) {
      return isNotFound(login.error) ? (
        <UserCodeForm key={code} initial={code} problem={words.unknownCode} onCode={setCode} />
      ) : (
        <ErrorState error={login.error} onRetry={() => void login.refetch()} />
      );
    }
    if (login.data === undefined) return <TableSkeleton bare />;
    return <ConfirmLogin code={code} login={login.data} onDone={setOutcome} onOther={() => setCode('')} />;
  }
  return (
    <>
      <PageHeader title={words.title} />
      <AccountTabs />
      <Panel className="max-w-140">{content()}</Panel>
    </>
  );
}

function Done({ outcome }: { readonly outcome: 'approved' | 'denied' }) {
  const isApproved = outcome === 'approved';
  return (
    <EmptyState
      icon={isApproved ? 'check' : 'close'}
      title={isApproved ? words.approvedTitle : words.deniedTitle}
      action={
        <Link to="/account/api" className={buttonClass()}>
          {words.toTokens}
        </Link>
      }
    >
      <p role="status">{isApproved ? words.approvedText : words.deniedText}</p>
    </EmptyState>
  );
}

interface ConfirmLoginProps {
  readonly code: string;
  readonly login: DeviceAuthorization;
  readonly onDone: (outcome: 'approved' | 'denied') => void;
  readonly onOther: () => void;
}

function ConfirmLogin({ code, login, onDone, onOther }: ConfirmLoginProps) {
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

interface UserCodeFormProps {
  readonly initial?: string;
  readonly problem?: string;
  readonly onCode: (code: string) => void;
}

function UserCodeForm({ initial = '', problem, onCode }: UserCodeFormProps) {
  const [code, setCode] = useState(initial);
  const isChanged = code.trim() !== initial;
  return (
    <Form
      action={words.next}
      ready={code.trim() !== '' && isChanged}
      busy={false}
      onSubmit={() => onCode(code.trim().toUpperCase())}
    >
      <p className="text-soft">{words.codeIntro}</p>
      <Field label={words.code} problem={isChanged ? undefined : problem}>
        <TextInput
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={USER_CODE_LENGTH_MAX}
          placeholder={words.codeExample}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          className="h-12! text-center font-mono text-title! uppercase tracking-widest placeholder:normal-case"
        />
      </Field>
    </Form>
  );
}

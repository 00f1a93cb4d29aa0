import type { ChannelType } from '@overdue/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ChannelLogo } from '../../channel/channel-logo.tsx';
import { SetupGuide } from '../../channel-form/setup-guide.tsx';
import { TestPreview } from '../../channel-form/test-preview.tsx';
import { useChannelForm } from '../../channel-form/use-channel-form.ts';
import { words } from '../../channel-form/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery, channelTypesQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CONTROL_CLASS } from '../../ui/form/control-class.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { words as uiWords } from '../../ui/words.ts';
import { typesByCategory } from './channel-categories.ts';
import { ChannelFields } from './channel-fields.tsx';

const { choose } = words;

const route = getRouteApi('/signed-in/shell/channels/new');

/** Asks for the type first, and then for the settings. */
export function NewChannelPage() {
  const { type: chosen } = route.useSearch();
  const isMember = useHasRole('member');
  const { data: types, error, refetch } = useQuery(channelTypesQuery);
  if (!isMember)
    return (
      <>
        <PageHeader title={words.add} />
        <EmptyState icon="shield" title={words.mayNot}>
          {words.mayNotHint}
        </EmptyState>
      </>
    );
  if (error !== null && types === undefined)
    return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (types === undefined) return <Skeleton className="h-96 w-full" />;
  const type = types.find((candidate) => candidate.type === chosen);
  return type === undefined ? <TypeChooser types={types} /> : <NewChannel key={type.type} type={type} />;
}

function NewChannel({ type }: { readonly type: ChannelType }) {
  const form = useChannelForm(type);
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const cache = useQueryClient();

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    const input = form.submit();
    if (input === null) return;
    setBusy(true);
    try {
      const channel = await api.channels.create({ type: type.type, ...input });
      await cache.invalidateQueries({ queryKey: channelsQuery.queryKey });
      toast({ title: words.form.created });
      await navigate({ to: '/channels/$shortID', params: { shortID: channel.shortID } });
    } catch (error) {
      form.refuse(error);
      setBusy(false);
    }
  }

  return (
    <>
      <PageHeader
        title={words.form.new(type.title)}
        lead={<ChannelLogo type={type.type} className="size-6" />}
        trail={
          <>
            <Link to="/channels" activeOptions={{ exact: true }}>
              {words.title}
            </Link>
            <Link to="/channels/new">{words.choose.short}</Link>
          </>
        }
      />
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,720px)_minmax(0,360px)]">
        <div className="flex flex-col gap-6 lg:order-2">
          <SetupGuide type={type.type} title={type.title} />
          <TestPreview type={type.type} />
        </div>
        <form
          ref={form.element}
          onSubmit={(event) => void create(event)}
          className="flex min-w-0 flex-col gap-4"
          noValidate
        >
          <ChannelFields form={form} type={type} />
          <div className="flex gap-2">
            <Button variant="primary" type="submit" needsService busy={isBusy}>
              {words.form.create}
            </Button>
            <Link to="/channels" className={buttonClass('quiet')}>
              {uiWords.cancel}
            </Link>
          </div>
        </form>
      </div>
    </>
  );
}

function TypeChooser({ types }: { readonly types: readonly ChannelType[] }) {
  const [search, setSearch] = useState('');
  const categories = typesByCategory(types, search);
  return (
    <div className="max-w-240">
      <PageHeader
        title={choose.title}
        trail={
          <Link to="/channels" activeOptions={{ exact: true }}>
            {words.title}
          </Link>
        }
      />
      <input
        type="search"
        aria-label={choose.search}
        placeholder={choose.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        className={`${CONTROL_CLASS} mb-5`}
      />
      {categories.length === 0 ? <p className="text-soft">{choose.none}</p> : null}
      {categories.map(({ category, types: listed }) => (
        <section key={category} className="pb-6">
          <h2 className="pb-2 font-semibold">{words.categories[category]}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(196px,1fr))] gap-2">
            {listed.map((type) => (
              <li key={type.type}>
                <Link
                  to="/channels/new"
                  search={{ type: type.type }}
                  className="calm flex h-14 items-center gap-3 rounded-lg border border-line bg-panel px-3 font-medium transition-colors hover:border-accent hover:text-accent"
                >
                  <span
                    aria-hidden="true"
                    className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent-wash text-accent"
                  >
                    <ChannelLogo type={type.type} className="size-5" />
                  </span>
                  <span className="min-w-0 truncate">{type.title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

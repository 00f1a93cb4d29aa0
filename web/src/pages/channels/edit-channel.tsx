import type { Channel, ChannelType } from '@overdue/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SetupGuide } from '../../channel-form/setup-guide.tsx';
import { StepText } from '../../channel-form/step-text.tsx';
import { TestPreview } from '../../channel-form/test-preview.tsx';
import { useChannelForm } from '../../channel-form/use-channel-form.ts';
import { words } from '../../channel-form/words.ts';
import { useHasRole } from '../../data/account/account.ts';
import { channelsQuery } from '../../data/alerts/channels.ts';
import { api } from '../../data/client.ts';
import { saveMerged } from '../../data/edits/merged-save.ts';
import { ManagedNotice } from '../../managed/managed-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { ChannelFields } from './channel-fields.tsx';

const { buttons: text } = words;

interface EditChannelProps {
  readonly channel: Channel;
  readonly type: ChannelType;
}

export function EditChannel({ channel, type }: EditChannelProps) {
  return useHasRole('member') ? (
    <EditForm channel={channel} type={type} />
  ) : (
    <EmptyState icon="shield" title={words.viewer} />
  );
}

function EditForm({ channel, type }: EditChannelProps) {
  const form = useChannelForm(type, channel);
  const [loaded, setLoaded] = useState(channel);
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const cache = useQueryClient();
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const edit = form.submit();
    if (edit === null) return;
    setBusy(true);
    try {
      const saved = await saveMerged({
        base: loaded,
        edit,
        send: (changed, options) => api.channels.update(loaded.shortID, changed, options),
      });
      setLoaded(saved);
      form.load(saved);
      toast({ title: words.form.saved });
      await cache.invalidateQueries({ queryKey: channelsQuery.queryKey });
    } catch (error) {
      form.refuse(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,720px)_minmax(0,360px)]">
      <div className="flex flex-col gap-6 lg:order-2">
        <SetupGuide folded type={type.type} title={type.title} />
        <TestPreview type={type.type} />
      </div>
      <form
        ref={form.element}
        onSubmit={(event) => void save(event)}
        className="flex min-w-0 flex-col gap-4"
        noValidate
      >
        <ManagedNotice id={channel.shortID} />
        <ChannelFields form={form} type={type} />
        <ButtonSetup channel={loaded} />
        <Button variant="primary" type="submit" needsService busy={isBusy} className="self-start">
          {words.form.save}
        </Button>
      </form>
    </div>
  );
}

/**
 * Explains how to set up buttons in messages. Needed for chat services that must know which URL to request when a button is
 * pressed.
 */
function ButtonSetup({ channel: { type, pressURL } }: { readonly channel: Channel }) {
  const steps = text.steps[type];
  if (pressURL === null || steps === undefined) return null;
  return (
    <Panel title={text.title}>
      <div className="flex flex-col gap-3">
        <p>{text.purpose}</p>
        <p className="text-soft">
          <StepText text={steps} />
        </p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-2 py-1.5 font-mono text-table wrap-anywhere">
            {pressURL}
          </code>
          <CopyButton bare text={pressURL} label={text.copy} />
        </div>
      </div>
    </Panel>
  );
}

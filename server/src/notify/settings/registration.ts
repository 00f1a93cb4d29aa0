import type { z } from 'zod';
import type { Alert } from '../../domain/alert.ts';
import type { Outcome } from '../../outbound/outcome.ts';
import type { ChannelType, Tools } from '../channel.ts';

/** A channel type as the registry holds it, whatever its settings are: they come in unknown and are parsed at this door. */
export interface RegisteredChannel {
  readonly type: string;
  readonly title: string;
  readonly settings: z.ZodType;
  readonly tracksIncidents: boolean;
  /** Makes one attempt, as `ChannelType.send`. Settings that are not this type's make it `failed`: they may be saved anew. */
  sendWith(settings: unknown, alert: Alert, tools: Tools): Promise<Outcome>;
}

export function register<Settings>(channel: ChannelType<Settings>): RegisteredChannel {
  const { type, title, settings, tracksIncidents } = channel;
  return {
    type,
    title,
    settings,
    tracksIncidents,
    async sendWith(unknown, alert, tools) {
      const parsed = settings.safeParse(unknown);
      if (parsed.success) return channel.send(parsed.data, alert, tools);
      // Names of fields alone: a value may be a secret.
      const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'settings'))];
      const answer = `The channel's settings are not valid any more: ${fields.join(', ')}. Save them anew.`;
      return { outcome: 'failed', status: null, answer: answer.slice(0, 500), retryAfterMs: null };
    },
  };
}

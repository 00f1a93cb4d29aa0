import type { Alert } from '@overdue/domain/alerting/alert.ts';
import type { z } from 'zod';
import type { SendResult } from '../../platform/outbound/outcome.ts';
import type { ChannelType, ChannelTypeFacts, SendContext } from '../channel.ts';
import { FORGED, type ParsedPress, type PressRequest } from '../presses/press.ts';

/** A channel type in the registry. Its methods parse the settings, because callers don't know the type of the settings. */
export interface RegisteredChannel extends ChannelTypeFacts {
  readonly settings: z.ZodType;
  /** Whether messages of this type can have buttons. */
  readonly supportsButtons: boolean;
  /** Whether messages have buttons with these settings. */
  hasButtons(settings: unknown): boolean;
  /** Reads a press. Refuses every request if the settings turn buttons off. */
  parsePress(request: PressRequest, settings: unknown): ParsedPress;
  /**
   * Makes one attempt. Invalid settings make the attempt `failed`, so that the message can still be delivered after the settings
   * are corrected.
   */
  sendWith(settings: unknown, alert: Alert, context: SendContext): Promise<SendResult>;
}

export function register<Settings>(channel: ChannelType<Settings>): RegisteredChannel {
  const { type, title, category, isOftenSelfHosted, settings, tracksIncidents, buttons } = channel;
  return {
    type,
    title,
    category,
    isOftenSelfHosted,
    settings,
    tracksIncidents,
    supportsButtons: buttons !== undefined,
    hasButtons(unknown) {
      const parsed = settings.safeParse(unknown);
      return parsed.success && buttons?.isOn(parsed.data) === true;
    },
    parsePress(request, unknown) {
      const parsed = settings.safeParse(unknown);
      if (!parsed.success || buttons?.isOn(parsed.data) !== true) return FORGED;
      return buttons.parsePress(request, parsed.data);
    },
    async sendWith(unknown, alert, context) {
      const parsed = settings.safeParse(unknown);
      if (parsed.success) return channel.send(parsed.data, alert, context);
      // Names only the fields, because values may be secret.
      const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'settings'))];
      const response = `The channel’s settings are no longer valid: ${fields.join(', ')}. Correct and save them.`;
      return { outcome: 'failed', status: null, answer: response.slice(0, 500), retryAfterMs: null };
    },
  };
}

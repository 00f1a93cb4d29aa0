import type { z } from 'zod';
import type { Alert } from '../domain/alert.ts';
import type { SendMail } from '../outbound/mail.ts';
import type { Outcome } from '../outbound/outcome.ts';
import type { Request } from '../outbound/request.ts';

/** What a channel is given to send with. */
export interface Tools {
  readonly request: Request;
  /** Null when the operator has not set up mail. */
  readonly mail: SendMail | null;
  /** Epoch milliseconds now, for signatures. */
  readonly now: number;
  /** The channel that sends, for links about it. */
  readonly channel: { readonly shortID: string; readonly name: string };
  /** Where the service is reached, without a trailing slash. */
  readonly baseURL: string;
  /** The address that ends the mails of this channel; null when the mail goes to no channel. */
  readonly unsubscribeURL: string | null;
}

/**
 * A kind of receiver. Its settings' schema is the one source of what is valid, of the API's documentation and of the form;
 * every field has `.meta({ title, description, example })`, and secret ones `secret: true` besides.
 */
export interface ChannelType<Settings> {
  /** Its name in the API: lower case, letters only. */
  readonly type: string;
  /** Its name for people. */
  readonly title: string;
  readonly settings: z.ZodType<Settings>;
  /** Whether the receiver itself keeps track of incidents: then each monitor's alarm and recovery go there one by one. */
  readonly tracksIncidents: boolean;
  /** Makes one attempt. Rejects only for a defect or an `OutboundError`, which counts as `failed`. */
  send(settings: Settings, alert: Alert, tools: Tools): Promise<Outcome>;
}

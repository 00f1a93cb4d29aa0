import { createHmac } from 'node:crypto';

const TAG_LENGTH = 32;

/** Returns a function that names a monitor to this installation alone: nobody else can derive the tag or the ping ID. */
export function createForwardingTag(secretKey: string): (pingKey: string) => string {
  return (pingKey) =>
    createHmac('sha256', secretKey)
      .update(`overdue forwarding v1 ${pingKey}`)
      .digest('base64url')
      .slice(0, TAG_LENGTH);
}

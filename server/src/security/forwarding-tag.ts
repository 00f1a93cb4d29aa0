import { createHmac } from 'node:crypto';

const TAG_LENGTH = 32;

/** Returns a function that derives a monitor's tag. Only this installation can derive the tag, which hides the ping key. */
export function createForwardingTag(secretKey: string): (pingKey: string) => string {
  return (pingKey) =>
    createHmac('sha256', secretKey)
      .update(`overdue forwarding v1 ${pingKey}`)
      .digest('base64url')
      .slice(0, TAG_LENGTH);
}

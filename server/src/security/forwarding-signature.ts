import { createHmac } from 'node:crypto';

const TAG_LENGTH = 32;

/** Returns a function that derives a monitor's tag. Only this installation can derive the tag, which hides the ping ID. */
export function createForwardingSignature(secretKey: string): (normalizedPingID: string) => string {
  return (normalizedPingID) =>
    createHmac('sha256', secretKey)
      .update(`overdue forwarding v1 ${normalizedPingID}`)
      .digest('base64url')
      .slice(0, TAG_LENGTH);
}

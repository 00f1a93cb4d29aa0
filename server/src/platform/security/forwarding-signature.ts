import { createHmac } from 'node:crypto';

const TAG_LENGTH = 32;

/**
 * Returns a function that derives a tag from a monitor's ping ID. The tag hides the ping ID, and only this installation can
 * derive the tag.
 */
export function createForwardingSignature(secretKey: string): (normalizedPingID: string) => string {
  return (normalizedPingID) =>
    createHmac('sha256', secretKey)
      .update(`overdue forwarding v1 ${normalizedPingID}`)
      .digest('base64url')
      .slice(0, TAG_LENGTH);
}

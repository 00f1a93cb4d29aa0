const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Returns the address to count for rate limits: an IPv6 address counts as its /64, because one subscriber owns the whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [before = '', after = null] = address.replace(/%.*/s, '').split('::');
  const start = groupsOf(before);
  const end = groupsOf(after ?? '');
  const zeros = after === null ? 0 : Math.max(0, GROUPS - start.length - end.length);
  const groups = [...start, ...Array.from({ length: zeros }, () => '0'), ...end];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}

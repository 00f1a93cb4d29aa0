/**
 * Returns the region whose processes check a monitor: one of the wanted regions that has a live process, or else of all. All processes
 * get the same answer, and the monitors are spread over the regions. Null if no wanted region has a live process.
 *
 * @param wanted regions that may check the monitor; empty for any
 * @param live regions of the live processes, possibly repeated
 */
export function responsibleRegion(
  monitorID: number,
  { wanted, live }: { readonly wanted: readonly string[]; readonly live: readonly string[] },
): string | null {
  const candidates = [...new Set(live)]
    .filter((region) => wanted.length === 0 || wanted.includes(region))
    .sort();
  return candidates[monitorID % candidates.length] ?? null;
}

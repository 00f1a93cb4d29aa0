interface TagSpace {
  /** Maximum number of tags. */
  readonly tags: number;
  /** Number of characters that fit, including {@link TAG_EDGES} for each tag. */
  readonly characters: number;
}

/** Width of a tag's edges, in characters. */
const TAG_EDGES = 3;

/** Room for tags in a row of ordinary width, and in the widest lists. */
export const TAG_SPACE: TagSpace = { tags: 2, characters: 20 };
export const WIDE_TAG_SPACE: TagSpace = { tags: 5, characters: 40 };

/** Returns how many tags a row shows. Tags that don't fit are omitted. Only the first tag may be shortened. */
export function countShownTags(tags: readonly string[], space: TagSpace): number {
  let left = space.characters;
  const tooLong = tags.findIndex((tag) => {
    left -= tag.length + TAG_EDGES;
    return left < 0;
  });
  return Math.min(tooLong === -1 ? tags.length : Math.max(1, tooLong), space.tags);
}

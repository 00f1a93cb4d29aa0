export interface Page {
  /** Null at the end. */
  readonly nextCursor: string | null;
}

export interface PageQuery {
  /** How many at most, 1 to 1000. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Everything, page after page. A page is read when the one before has been gone through. */
export async function* allOf<P extends Page, Item>(
  firstCursor: string | undefined,
  readPage: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor = firstCursor;
  do {
    const page: P = await readPage(cursor);
    yield* itemsOf(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

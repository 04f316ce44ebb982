/** Works on so many items at once. The first failure ends their listing, and is told once nothing is under way any more. */
export async function inTurns<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  async function* all() {
    yield* items
  }
  const rest = all()
  const workOnRest = async () => {
    for await (const item of rest) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workOnRest))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

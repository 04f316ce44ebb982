import { maximumPageSize } from '@vermilion/contract/kernel/page'

interface PageToRead {
  readonly limit: number
  readonly cursor?: string
}

export async function readAll<Item>(
  read: (page: PageToRead) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read({ limit: maximumPageSize, ...(cursor === undefined ? {} : { cursor }) })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}

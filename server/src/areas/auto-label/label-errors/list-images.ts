import { itemFilter, labeledStatuses, type ItemSelection } from '@vermilion/contract/datasets/items'
import type { Datasets } from '#areas/datasets'
import type { Database } from '#platform/database/database'
import { type RankedImageStore, unjudged } from './image-store.ts'
import type { RankingRow, RankingStore } from './ranking-store.ts'

export const labeledImages: ItemSelection = {
  filter: { ...itemFilter.parse({}), status: [...labeledStatuses], available: true },
  except: [],
}

/** Images that follow each other by path are often frames of one film: so many of them lie in one fold. */
const neighboursTogether = 10
/** Turns in which each fold gets its blocks at the least, so that small datasets are dealt out evenly. */
const leastTurns = 4

interface Needs {
  readonly database: Database
  readonly datasets: Pick<Datasets, 'selectedItems' | 'lists'>
  readonly rankings: RankingStore
  readonly images: RankedImageStore
}

/** Images of the same content lie in one fold. A repeat after a crash starts over, since no image was judged yet. */
export async function listImages(needs: Needs, row: RankingRow, signal: AbortSignal): Promise<number> {
  const { database, datasets, rankings, images } = needs
  await images.forgetAll(row.id)
  const expected = await datasets.lists.countSelected(row.datasetId, labeledImages)
  const foldCount = Math.max(1, row.foldCount)
  const block = Math.max(1, Math.min(neighboursTogether, Math.floor(expected / (foldCount * leastTurns))))
  const foldByContent = new Map<string, number>()
  let number = 0
  for await (const batch of datasets.selectedItems(row.datasetId, labeledImages)) {
    signal.throwIfAborted()
    const rows = batch.map(({ id: itemId, checksum, revision }) => {
      const fold = foldByContent.get(checksum) ?? Math.floor(number / block) % foldCount
      if (row.foldCount > 0) foldByContent.set(checksum, fold)
      number += 1
      return { ...unjudged, rankingId: row.id, number, itemId, fold, revision }
    })
    await database.transaction(() => images.add(rows))
  }
  await database.transaction(() => rankings.update(row.id, { images: number }))
  return number
}

import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import type { Datasets } from '#areas/datasets'
import { readJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { RankedImageStore } from './image-store.ts'
import { countConfusions, createScale } from './weigh-findings.ts'

const atOnce = 500

interface Needs extends Pick<Platform, 'database'> {
  readonly datasets: Pick<Datasets, 'annotations'>
  readonly images: RankedImageStore
}

/** Scores the findings of all images by what is usual on the dataset. A repeat after a crash comes to the same. */
export async function weighAll({ database, datasets, images }: Needs, rankingId: string, signal: AbortSignal) {
  async function* batches() {
    for (let after = 0; ;) {
      signal.throwIfAborted()
      const rows = await images.judged(rankingId, { after, limit: atOnce })
      if (rows.length === 0) return
      after = rows.at(-1)!.number
      yield rows
    }
  }
  const confusions = countConfusions()
  for await (const rows of batches()) {
    const shapesOf = await datasets.annotations.shapesOfMany(rows.map(({ itemId }) => itemId))
    for (const { itemId, findings } of rows) {
      const shapes = (shapesOf.get(itemId) ?? []).filter((shape) => !isSuggestion(shape))
      confusions.add(
        shapes.map(({ labelId }) => labelId),
        readJson(findings),
      )
    }
  }
  const scale = createScale(confusions.discount)
  for await (const rows of batches()) for (const { findings } of rows) scale.add(readJson(findings))
  const weigh = scale.finish()
  for await (const rows of batches())
    await database.transaction(async () => {
      for (const { itemId } of rows) {
        const row = await images.ofItem(rankingId, itemId)
        if (row !== undefined && row.findings !== '[]')
          await images.set(rankingId, row.number, weigh(readJson(row.findings)))
      }
    })
}

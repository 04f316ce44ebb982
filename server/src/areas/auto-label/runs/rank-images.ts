import { setImmediate as yieldTurn } from 'node:timers/promises'
import { shapeBounds } from '@vermilion/contract/labels/bounds'
import type { Shape } from '@vermilion/contract/labels/index'
import { readJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { RunImageRow, RunImageStore } from './image-store.ts'

const atOnce = 200
/** Each image with the same predictions ranked above it multiplies an image's usefulness by this. */
const similarityDiscount = 0.8

/** Images with the same predictions are discounted: the second of two similar images teaches little. */
export async function rankImages(
  { database, images }: { database: Database; images: RunImageStore },
  runId: string,
  signal: AbortSignal,
): Promise<void> {
  const all: { number: number; uncertainty: number; signature: string }[] = []
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const rows = await images.processed(runId, after, atOnce)
    for (const row of rows)
      all.push({ number: row.number, uncertainty: row.uncertainty, signature: predictionSignature(row) })
    if (rows.length < atOnce) break
    after = rows.at(-1)!.number
    await yieldTurn()
  }
  const rankedBySignature = new Map<string, number>()
  const ranked = all
    .toSorted((one, other) => other.uncertainty - one.uncertainty || one.number - other.number)
    .flatMap(({ number, uncertainty, signature }) => {
      const earlier = rankedBySignature.get(signature) ?? 0
      rankedBySignature.set(signature, earlier + 1)
      return earlier === 0 ? [] : [{ number, usefulness: uncertainty * similarityDiscount ** earlier }]
    })
  for (let at = 0; at < ranked.length; at += atOnce) {
    signal.throwIfAborted()
    await database.transaction(async () => {
      for (const { number, usefulness } of ranked.slice(at, at + atOnce))
        await images.set(runId, number, { usefulness })
    })
    await yieldTurn()
  }
}

/** A key shared by images with the same label counts and about the same largest shape. */
function predictionSignature({ put }: Pick<RunImageRow, 'put'>): string {
  const shapes: readonly Shape[] = put === null ? [] : readJson(put)
  const counts = new Map<string, number>()
  for (const { labelId } of shapes) counts.set(labelId, (counts.get(labelId) ?? 0) + 1)
  const extents = shapes.map((shape) => {
    const bounds = shapeBounds(shape)
    return bounds === null ? 0 : Math.sqrt(bounds.width * bounds.height)
  })
  const size = Math.round(Math.log2(Math.max(1, ...extents)))
  return `${[...counts]
    .map(([labelId, count]) => `${labelId}:${count}`)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .join(' ')} ${size}`
}

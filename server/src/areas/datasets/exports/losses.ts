import { setImmediate as breath } from 'node:timers/promises'
import { type ExportLosses, maxExamined } from '@vermilion/contract/datasets/exports'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { findLosses } from '@vermilion/contract/formats/find-losses'
import { lossText } from '@vermilion/contract/formats/problems/loss-texts'
import { fail } from '@vermilion/contract/kernel/errors'
import { sayInBoth } from '@vermilion/contract/kernel/text'
import { readJson } from '#platform/database/columns'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import { labeledSource } from '../snapshots/labeled-source.ts'
import type { SnapshotHead, SnapshotImage, WrittenImage } from '../snapshots/snapshot.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { ExportRequest } from './new-export.ts'

const maxText = 32_000_000
const maxTurnMs = 8

type Content = string | { readonly dataset: StoredDataset; readonly filter: ItemFilter }

export async function findExportLosses(
  { snapshots, request }: { snapshots: Snapshots; request: ExportRequest },
  content: Content,
): Promise<ExportLosses> {
  const { head, images, isComplete } = await firstImages(snapshots, content)
  const source = await labeledSource({ head: async () => head, images: () => withBreaths(images) })
  const { formats } = await import('@vermilion/contract/formats/registry')
  const losses = await findLosses(formats[request.format], source, request)
  return {
    images: images.length,
    isComplete,
    losses: losses.map(({ reason, count }) => ({ reason, count, text: sayInBoth(lossText(reason), { count }) })),
  }
}

async function* withBreaths<Image>(images: AsyncIterable<Image> | Iterable<Image>): AsyncGenerator<Image> {
  let since = performance.now()
  for await (const image of images) {
    yield image
    if (performance.now() - since < maxTurnMs) continue
    await breath()
    since = performance.now()
  }
}

async function firstImages(snapshots: Snapshots, content: Content) {
  const images: SnapshotImage[] = []
  const isVersion = typeof content === 'string'
  const rows = isVersion ? null : snapshots.read(content.dataset, content.filter)
  let [length, isComplete] = [0, true]
  for await (const image of withBreaths<SnapshotImage | WrittenImage>(
    rows === null ? snapshots.imagesOf(content as string) : rows.images,
  )) {
    if (images.length === maxExamined || length > maxText) {
      isComplete = false
      break
    }
    const { shapes } = image
    length += typeof shapes === 'string' ? shapes.length : 1_000
    images.push({ ...image, shapes: typeof shapes === 'string' ? readJson(shapes) : shapes })
  }
  if (images.length === 0) throw fail('dataset.empty')
  const head: SnapshotHead = rows === null ? await snapshots.headOf(content as string) : rows.head()
  return { head, images, isComplete }
}

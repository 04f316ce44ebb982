import type { importAnswer, importBody } from '@vermilion/contract/datasets'
import { decodeCoco } from '@vermilion/contract/formats/coco/document'
import type { LabeledImages } from '@vermilion/contract/formats/labeled-images'
import { shapeBounds } from '@vermilion/contract/labels/bounds'
import { boxWithin } from '@vermilion/contract/labels/box'
import type { Shape } from '@vermilion/contract/labels/index'
import type { z } from 'zod'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { AnnotationStore } from './annotation-store.ts'
import type { DatasetStore } from './dataset-store.ts'
import type { StoredItem } from './item-row.ts'
import { fileName, type ItemStore } from './item-store.ts'
import { newLabels } from './labels.ts'
import { isLabeled } from './rules.ts'

/** Unmatched paths that the answer names. */
const namedAtMost = 100

type LabeledImage = LabeledImages['images'][number]

/** Puts the annotations of a file onto the images of a dataset, in one transaction. */
export function createImporter(needs: {
  database: Database
  events: Events
  store: DatasetStore
  items: ItemStore
  annotations: AnnotationStore
}) {
  const { database, events, store, items, annotations } = needs

  /** Ids of the document's labels, in its order; names that the dataset lacks are added to it. */
  async function labelIds(datasetId: string, labels: LabeledImages['labels']) {
    const rows = await store.labelRows(datasetId)
    const known = new Map(rows.map(({ name, id }) => [name, id]))
    const absent = labels.filter(({ name }) => !known.has(name))
    const added = newLabels(
      absent.map(({ name, colour }) => ({ name, ...(isColour(colour) ? { colour } : {}) })),
      Math.max(-1, ...rows.map(({ index }) => index)) + 1,
    )
    await store.insertLabels(datasetId, added)
    for (const { name, id } of added) known.set(name, id)
    return { ids: labels.map(({ name }) => known.get(name) ?? ''), added: added.map(({ name }) => name) }
  }

  return async function importAnnotations(
    datasetId: string,
    body: z.output<typeof importBody>,
  ): Promise<z.output<typeof importAnswer>> {
    const document = decodeCoco(body.document, 'COCO')
    return database.transaction(async () => {
      const { ids, added } = await labelIds(datasetId, document.labels)
      const find = createMatcher(document.images, await items.ambiguousNames(datasetId))
      const matched = new Set<LabeledImage>()
      const answer = { matched: 0, kept: 0, annotations: 0 }
      for (let after = ''; ;) {
        const batch = await items.batch(datasetId, after, 500)
        for (const item of batch) {
          const image = find(item.path)
          if (image === undefined) continue
          matched.add(image)
          if (body.existing === 'keep' && (isLabeled(item.status) || item.annotationCount > 0)) {
            answer.kept += 1
            continue
          }
          const shapes = shapesOf(image, item, ids)
          await annotations.replace(item, shapes, true)
          answer.matched += 1
          answer.annotations += shapes.length
        }
        const last = batch.at(-1)
        if (last === undefined) break
        after = last.place
      }
      const unmatched = document.images.filter((image) => !matched.has(image)).map(({ path }) => path)
      events.publish({ type: 'dataset-changed', datasetId })
      return {
        ...answer,
        labelsAdded: added,
        unmatched: unmatched.slice(0, namedAtMost),
        unmatchedCount: unmatched.length,
      }
    })
  }
}

/**
 * Finds the image of a file that belongs to an item: the one with its path; else the only one with further folders
 * before it (exports add such); else the one with its file name, where neither side has two such.
 */
export function createMatcher(
  images: readonly LabeledImage[],
  ambiguousNames: ReadonlySet<string>,
): (path: string) => LabeledImage | undefined {
  const byPath = new Map(images.map((image) => [image.path, image]))
  const byName = Map.groupBy(images, ({ path }) => fileName(path))
  return (path) => {
    const exact = byPath.get(path)
    if (exact !== undefined) return exact
    const namesakes = byName.get(fileName(path)) ?? []
    const tails = namesakes.filter((image) => image.path.endsWith(`/${path}`))
    if (tails.length === 1) return tails[0]
    return namesakes.length === 1 && !ambiguousNames.has(fileName(path)) ? namesakes[0] : undefined
  }
}

/** Boxes are cut to the picture, and scaled where the file speaks of the picture in another size. */
function shapesOf(image: LabeledImage, item: StoredItem, labelIds: readonly string[]): Shape[] {
  const [scaleX, scaleY] = [item.width / image.width, item.height / image.height]
  return image.shapes.flatMap((labeled) => {
    const box = shapeBounds(labeled)
    if (box === null) return []
    const { labelIndex, score } = labeled
    const scaled = {
      x: box.x * scaleX,
      y: box.y * scaleY,
      width: box.width * scaleX,
      height: box.height * scaleY,
    }
    const cut = boxWithin(scaled, item)
    if (cut === null) return []
    const shape: Shape = {
      id: newId(),
      kind: 'box',
      box: cut,
      labelId: labelIds[labelIndex] ?? '',
      source: 'import',
      ...(score === undefined ? {} : { score }),
    }
    return [shape]
  })
}

function isColour(colour: string | undefined): colour is string {
  return colour !== undefined && /^#[0-9a-f]{6}$/.test(colour)
}

import type { Shape } from '@vermilion/contract/labels/index'
import { wholeImage } from '@vermilion/contract/labels/whole-image'
import type { DatasetStores } from '../catalogue/stores.ts'
import type { ShapeWrite } from '../items/annotation-store.ts'
import { labelsNamed } from '../labels/labels.ts'

export interface TakenImage {
  readonly fileId: string
  readonly checksum: string
}

type Stores = Pick<DatasetStores, 'store' | 'items' | 'annotations'>

export async function labelImages(
  { items, annotations }: Pick<Stores, 'items' | 'annotations'>,
  datasetId: string,
  images: readonly TakenImage[],
  shapesOf: (image: TakenImage) => Shape[] | undefined,
): Promise<number> {
  const itemsByFile = await items.byFiles(
    datasetId,
    images.map(({ fileId }) => fileId),
  )
  const writes: ShapeWrite[] = []
  for (const image of images) {
    const item = itemsByFile.get(image.fileId)
    const shapes = shapesOf(image)
    if (shapes === undefined || item?.status !== 'to-label' || item.annotationCount > 0) continue
    writes.push({ item, shapes, state: { status: 'labeled', annotator: null, annotatedAt: null } })
  }
  await annotations.writeAll(writes)
  return writes.length
}

export async function labelAsClass(
  stores: Stores,
  datasetId: string,
  images: readonly TakenImage[],
  name: string,
): Promise<number> {
  const labelId = (await labelsNamed(stores.store, datasetId, [{ name }])).get(name)
  return labelImages(stores, datasetId, images, () => (labelId === undefined ? undefined : [wholeImage(labelId)]))
}

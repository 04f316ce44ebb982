import type { Shape } from '@vermilion/contract/labels/index'
import { wholeImage } from '@vermilion/contract/labels/whole-image'
import type { AnnotationStore } from '../items/annotation-store.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { LabelsNamed } from '../labels/labels-named.ts'

export interface TakenImage {
  readonly fileId: string
  readonly checksum: string
}

export interface LabelingNeeds {
  readonly items: Pick<ItemStore, 'idsOfFiles' | 'ofIds'>
  readonly annotations: Pick<AnnotationStore, 'replace'>
  readonly labelsNamed: LabelsNamed
}

export async function labelImages(
  { items, annotations }: Pick<LabelingNeeds, 'items' | 'annotations'>,
  datasetId: string,
  images: readonly TakenImage[],
  shapesOf: (image: TakenImage) => Shape[] | undefined,
): Promise<number> {
  const itemIds = await items.idsOfFiles(
    datasetId,
    images.map(({ fileId }) => fileId),
  )
  const rows = await items.ofIds([...itemIds.values()])
  let labeled = 0
  for (const image of images) {
    const item = rows.get(itemIds.get(image.fileId) ?? '')
    const shapes = shapesOf(image)
    if (shapes === undefined || item?.status !== 'to-label' || item.annotationCount > 0) continue
    await annotations.replace(item, shapes, true)
    labeled += 1
  }
  return labeled
}

export async function labelAsClass(
  needs: LabelingNeeds,
  datasetId: string,
  images: readonly TakenImage[],
  name: string,
): Promise<number> {
  const labelId = (await needs.labelsNamed(datasetId, new Set([name]))).get(name)
  return labelImages(needs, datasetId, images, () => (labelId === undefined ? undefined : [wholeImage(labelId)]))
}

import { type LabelKind, type Shape, shape } from '@vermilion/contract/labels/index'
import { type LabelType, labelKinds } from '@vermilion/contract/labels/dataset-labels'
import { type Mask, maskBounds } from '@vermilion/contract/labels/mask'
import { newId } from '#platform/ids'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { AnnotationStore } from '../items/annotation-store.ts'
import type { ItemStore } from '../items/item-store.ts'
import type { LabelsNamed } from '../labels/labels-named.ts'

/** A thing that an image is known to show, by the name of its label. */
export interface KnownObject {
  readonly label: string
  readonly mask: Mask
}

/** What images are known to show, by their checksum; images of which nothing is known are left out. */
export type TruthSource = (checksums: readonly string[]) => Promise<ReadonlyMap<string, readonly KnownObject[]>>

interface Needs {
  readonly store: Pick<DatasetStore, 'find'>
  readonly items: Pick<ItemStore, 'idsOfFiles' | 'ofIds'>
  readonly annotations: Pick<AnnotationStore, 'replace'>
  readonly labelsNamed: LabelsNamed
}

export type Truths = ReturnType<typeof createTruths>

type Geometry = { kind: 'box'; box: ReturnType<typeof maskBounds> } | { kind: 'mask'; mask: Mask }

/** How an object is said by each kind of shape that can say it. */
const geometryBy: Partial<Record<LabelKind, (mask: Mask) => Geometry>> = {
  box: (mask) => ({ kind: 'box', box: maskBounds(mask) }),
  mask: (mask) => ({ kind: 'mask', mask }),
}

/** Labels images of datasets with what they are known to show. */
export function createTruths({ store, items, annotations, labelsNamed }: Needs) {
  const sources: TruthSource[] = []

  async function truthOf(checksums: readonly string[]): Promise<Map<string, readonly KnownObject[]>> {
    const results = await Promise.all(sources.map((source) => source(checksums)))
    return new Map(results.flatMap((result) => [...result]))
  }

  return {
    /** Called by areas that know what images show. */
    add: (source: TruthSource) => void sources.push(source),

    /**
     * Labels those of the images that nobody has labelled yet, and answers how many it were. Inside the transaction
     * that took them.
     */
    async label(datasetId: string, images: readonly { fileId: string; checksum: string }[]): Promise<number> {
      const dataset = await store.find(datasetId)
      const geometry = dataset && geometryOf(dataset.labelType)
      const truth = await truthOf(images.map(({ checksum }) => checksum))
      if (dataset === undefined || geometry === undefined || truth.size === 0) return 0
      const itemIds = await items.idsOfFiles(
        datasetId,
        images.map(({ fileId }) => fileId),
      )
      const rows = await items.ofIds([...itemIds.values()])
      const names = new Set([...truth.values()].flat().map(({ label }) => label))
      const labels = await labelsNamed(datasetId, names)
      let labeled = 0
      for (const { fileId, checksum } of images) {
        const item = rows.get(itemIds.get(fileId) ?? '')
        const objects = truth.get(checksum)
        if (objects === undefined || item?.status !== 'to-label' || item.annotationCount > 0) continue
        const shapes = objects.map(({ label, mask }): Shape => {
          return shape.parse({ ...geometry(mask), id: newId(), labelId: labels.get(label), source: 'import' })
        })
        await annotations.replace(item, shapes, true)
        labeled += 1
      }
      return labeled
    },
  }
}

function geometryOf(labelType: LabelType): ((mask: Mask) => Geometry) | undefined {
  const kinds: readonly LabelKind[] = labelKinds[labelType]
  return kinds.map((kind) => geometryBy[kind]).find((geometry) => geometry !== undefined)
}

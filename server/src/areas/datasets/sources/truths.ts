import { type LabelKind, type Shape, shape } from '@vermilion/contract/labels/index'
import { type LabelType, labelKinds } from '@vermilion/contract/labels/dataset-labels'
import { type Mask, maskBounds } from '@vermilion/contract/labels/mask'
import { newId } from '#platform/ids'
import type { DatasetStores } from '../catalogue/stores.ts'
import { labelsNamed } from '../labels/labels.ts'
import { labelImages, type TakenImage } from './label-images.ts'

export interface KnownObject {
  readonly label: string
  readonly mask: Mask
}

export type TruthSource = (checksums: readonly string[]) => Promise<ReadonlyMap<string, readonly KnownObject[]>>

export type Truths = ReturnType<typeof createTruths>

type Geometry = { kind: 'box'; box: ReturnType<typeof maskBounds> } | { kind: 'mask'; mask: Mask }

const geometryBy: Partial<Record<LabelKind, (mask: Mask) => Geometry>> = {
  box: (mask) => ({ kind: 'box', box: maskBounds(mask) }),
  mask: (mask) => ({ kind: 'mask', mask }),
}

export function createTruths({ store, items, annotations }: Pick<DatasetStores, 'store' | 'items' | 'annotations'>) {
  const sources: TruthSource[] = []

  async function truthOf(checksums: readonly string[]): Promise<Map<string, readonly KnownObject[]>> {
    const results = await Promise.all(sources.map((source) => source(checksums)))
    return new Map(results.flatMap((result) => [...result]))
  }

  return {
    add: (source: TruthSource) => void sources.push(source),

    async label(datasetId: string, images: readonly TakenImage[]): Promise<number> {
      const dataset = await store.find(datasetId)
      const geometry = dataset && geometryOf(dataset.labelType)
      const truth = await truthOf(images.map(({ checksum }) => checksum))
      if (dataset === undefined || geometry === undefined || truth.size === 0) return 0
      const named = [...truth.values()].flat().map(({ label }) => ({ name: label }))
      const labels = await labelsNamed(store, datasetId, named)
      return labelImages({ items, annotations }, datasetId, images, ({ checksum }) =>
        truth
          .get(checksum)
          ?.map(({ label, mask }): Shape =>
            shape.parse({ ...geometry(mask), id: newId(), labelId: labels.get(label), source: 'renderer' }),
          ),
      )
    },
  }
}

function geometryOf(labelType: LabelType): ((mask: Mask) => Geometry) | undefined {
  const kinds: readonly LabelKind[] = labelKinds[labelType]
  return kinds.map((kind) => geometryBy[kind]).find((geometry) => geometry !== undefined)
}

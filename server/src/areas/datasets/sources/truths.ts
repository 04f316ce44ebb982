import { type LabelKind, type Shape, shape } from '@vermilion/contract/labels/index'
import { type LabelType, labelKinds } from '@vermilion/contract/labels/dataset-labels'
import { type Mask, maskBounds } from '@vermilion/contract/labels/mask'
import { newId } from '#platform/ids'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { labelImages, type LabelingNeeds, type TakenImage } from './label-images.ts'

export interface KnownObject {
  readonly label: string
  readonly mask: Mask
}

export type TruthSource = (checksums: readonly string[]) => Promise<ReadonlyMap<string, readonly KnownObject[]>>

interface Needs extends LabelingNeeds {
  readonly store: Pick<DatasetStore, 'find'>
}

export type Truths = ReturnType<typeof createTruths>

type Geometry = { kind: 'box'; box: ReturnType<typeof maskBounds> } | { kind: 'mask'; mask: Mask }

const geometryBy: Partial<Record<LabelKind, (mask: Mask) => Geometry>> = {
  box: (mask) => ({ kind: 'box', box: maskBounds(mask) }),
  mask: (mask) => ({ kind: 'mask', mask }),
}

export function createTruths(needs: Needs) {
  const { store } = needs
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
      const names = new Set([...truth.values()].flat().map(({ label }) => label))
      const labels = await needs.labelsNamed(datasetId, names)
      return labelImages(needs, datasetId, images, ({ checksum }) =>
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

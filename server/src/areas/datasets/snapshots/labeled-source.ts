import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { LabeledSource } from '@vermilion/contract/formats/codec'
import type { LabeledImage, LabeledShape, Split } from '@vermilion/contract/formats/labeled-images'
import type { Shape } from '@vermilion/contract/labels/index'
import { isLabeled } from '../rules.ts'
import type { SnapshotHead, SnapshotImage } from './snapshot.ts'

interface Snapshot {
  head(): Promise<SnapshotHead>
  images(): AsyncIterable<SnapshotImage>
}

/** A snapshot as formats write it. `observe` receives each image before the codec does. */
export async function labeledSource(
  snapshot: Snapshot,
  observe: (image: SnapshotImage) => void = () => {},
): Promise<LabeledSource> {
  const { labels } = await snapshot.head()
  const positions = new Map(labels.map((label, index) => [label.id, { index, label }]))
  const splits = new Set<Split>()
  for await (const { split } of snapshot.images()) splits.add(split)
  return {
    labels: labels.map(({ name, colour }) => ({ name, colour })),
    splits: [...splits].toSorted(),
    async *images(split) {
      for await (const image of snapshot.images()) {
        if (image.split !== split) continue
        observe(image)
        yield labeledImage(image, positions)
      }
    },
  }
}

type LabelIndices = ReadonlyMap<string, { index: number; label: Label }>

function labeledImage(
  { path, width, height, split, tags, status, shapes }: SnapshotImage,
  positions: LabelIndices,
): LabeledImage {
  const image = { path, width, height, split, tags }
  if (!isLabeled(status)) return { ...image, shapes: [], unlabeled: true }
  return { ...image, shapes: shapes.map((shape) => labeledShape(shape, positions)) }
}

function labeledShape(shape: Shape, positions: LabelIndices): LabeledShape {
  const { id: _id, labelId, source: _source, origin: _origin, attributes, score, ...geometry } = shape
  const existing = positions.get(labelId)
  if (existing === undefined) throw new Error(`a shape has the label ${labelId}, which the snapshot does not know`)
  return {
    ...geometry,
    labelIndex: existing.index,
    ...(score === undefined ? {} : { score }),
    ...(attributes === undefined ? {} : { attributes: byName(attributes, existing.label) }),
  }
}

function byName(values: NonNullable<Shape['attributes']>, { attributes }: Label): NonNullable<Shape['attributes']> {
  const names = new Map(attributes.map(({ id, name }) => [id, name]))
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [names.get(id) ?? id, value]))
}

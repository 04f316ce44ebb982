import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LabelKind } from '../labels/index.ts'
import { labelKinds, type LabelType } from '../labels/dataset-labels.ts'
import type { EncodeOptions } from './codec.ts'
import { findLosses } from './find-losses.ts'
import type { LabeledImage, LabeledShape } from './labeled-images.ts'
import { type FormatOffer, writtenFormatKinds } from './offers.ts'
import type { FormatProblemReason } from './problems/problems.ts'
import { formats } from './registry.ts'
import { anyImages, byPath, nearly } from './testing/any-images.ts'
import { decoded, memoryFolder, memorySource, sizesOf, written } from './testing/memory-folder.ts'

const ways = writtenFormatKinds.flatMap((kind) => {
  const { layouts, geometries, firstPixels = [0], labelTypes }: FormatOffer = formats[kind]
  return labelTypes.flatMap((labelType) =>
    layouts.flatMap((layout) =>
      (labelType === 'semantic-segmentation' ? geometries : (['drawn'] as const)).flatMap((geometry) =>
        firstPixels.map((firstPixel) => {
          const options: EncodeOptions = { layout: layout.id, geometry, firstPixel, images: true }
          return { name: [kind, labelType, layout.id, geometry, firstPixel].join(' '), kind, labelType, options }
        }),
      ),
    ),
  )
})

function dressed(image: LabeledImage, index: number, labelType: LabelType): LabeledImage {
  if (index % 4 === 3) return { ...image, shapes: [], unlabeled: true }
  const shapes = image.shapes.map((shape, at) => ({
    ...shape,
    ...(at % 2 === 0 ? { attributes: { side: 'left', 'seen twice': true } } : {}),
  }))
  const once = shapes.filter((one, at) => shapes.findIndex(({ labelIndex }) => labelIndex === one.labelIndex) === at)
  return {
    ...image,
    shapes: labelType === 'picture-classification' ? once : shapes,
    ...(index % 3 === 1 ? { tags: ['night', 'rain'] } : {}),
  }
}

type Change = (image: LabeledImage) => LabeledImage
const eachShape =
  (change: (shape: LabeledShape) => LabeledShape): Change =>
  (image) => ({ ...image, shapes: image.shapes.map(change) })
const onlyKind = (...kinds: LabelKind[]) =>
  eachShape((shape) => (kinds.includes(shape.kind) ? ({ labelIndex: shape.labelIndex } as LabeledShape) : shape))
const withoutAreas = onlyKind('polygon', 'mask')

const flattened: Change = ({ path, ...image }) => ({ path: path.replaceAll('/', '_'), ...image })

const forgiven: Partial<Record<FormatProblemReason, Change>> = {
  'attributes-not-written': eachShape(({ attributes: _lost, ...shape }) => shape),
  'scores-not-written': eachShape(({ score: _lost, ...shape }) => shape),
  'tags-not-written': ({ tags: _lost, ...image }) => image,
  'splits-not-written': ({ split: _lost, ...image }) => image,
  'unlabeled-not-written': ({ unlabeled: _lost, ...image }) => image,
  'more-classes': (image) => ({ ...image, shapes: image.shapes.slice(0, 1) }),
  'outlines-joined': withoutAreas,
  'masks-as-outlines': withoutAreas,
  'polygons-as-pixels': withoutAreas,
  'parts-as-mask': withoutAreas,
  'kind-not-written': (image) => ({ ...image, shapes: [] }),
  'objects-merged': (image) => ({ ...image, shapes: [] }),
  'empty-not-written': (image) => (image.shapes.length > 0 ? image : { ...image, unlabeled: true }),
  'overlaps-not-written': (image) => ({ ...image, shapes: [] }),
  renamed: ({ path: _lost, ...image }) => ({ path: '', ...image }),
  flattened,
}

/** Image-level classes are unordered, as are rasterized areas, which do not overlap. */
const hasPlace = (shape: LabeledShape) => 'kind' in shape && shape.kind !== 'class'
const inOrder: Change = (image) => ({
  ...image,
  shapes: image.shapes.toSorted((a, b) => {
    const [one, other] = [a, b].map((shape) => (hasPlace(shape) ? -1 : shape.labelIndex)) as [number, number]
    return one - other
  }),
})

test.each(ways)(
  'R2.24 $name: what is not told to be lost comes back as it was',
  async ({ kind, labelType, options }) => {
    await fc.assert(
      fc.asyncProperty(anyImages({ kinds: labelKinds[labelType] }), async ({ labels, images: bare }) => {
        const images = bare.map((image, index) => dressed(image, index, labelType))
        const source = memorySource(labels, images)
        const losses = await findLosses(formats[kind], source, options)
        expect(losses.filter(({ count }) => !(count > 0))).toEqual([])
        const { files } = await written(formats[kind].encode(source, options))
        const folder = memoryFolder(files, 4096, sizesOf([...images, ...images.map(flattened)]))
        const back = await decoded(formats[kind], folder, { kinds: labelKinds[labelType] })
        const changes = losses.map(({ reason }) => forgiven[reason]).filter((change) => change !== undefined)
        expect(changes).toHaveLength(losses.length)
        const compared = (some: readonly LabeledImage[]) =>
          byPath(some.map((image) => inOrder(changes.reduce((one, change) => change(one), image)))).map(plain)
        if (images.length === 0) return
        expect(compared(back.images)).toEqual(nearly(compared(images)))
      }),
      { numRuns: 12 },
    )
  },
)

/** Some formats omit sizes of unlabeled images; empty lists equal absent ones. */
function plain({ width, height, tags, ...image }: LabeledImage): LabeledImage {
  const size = image.unlabeled ? { width: 1, height: 1 } : { width, height }
  return { ...image, ...size, ...(tags === undefined || tags.length === 0 ? {} : { tags }) }
}

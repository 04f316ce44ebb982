import type { AreaGeometry } from '../offers.ts'
import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import type { LabeledImage, LabeledShape, Split } from '../labeled-images.ts'
import { createLosses } from '../losses.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { cocoKinds, writeShape } from './write-shape.ts'
import { writeAnnotation, writeCategory, writeImage } from './write-entries.ts'

interface CocoLayout {
  document: (split: Split | null) => string
  /** List file of unlabeled images; null for layouts without one. */
  unlabeled: (split: Split | null) => string | null
  image: (split: Split | null, path: string) => string
}

const layouts: Record<string, CocoLayout> = {
  annotations: {
    document: (split) => `annotations/instances_${splitName(split)}.json`,
    unlabeled: (split) => `annotations/image_info_${splitName(split)}.json`,
    image: (split, path) => `images/${splitName(split)}/${path}`,
  },
  beside: {
    document: (split) => `${besideName(split)}/_annotations.coco.json`,
    unlabeled: () => null,
    image: (split, path) => `${besideName(split)}/${path}`,
  },
}

const besideName = (split: Split | null): string => (split === 'validation' ? 'valid' : splitName(split))

export async function* encodeCocoFiles(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const layout = layouts[options.layout ?? 'annotations'] ?? layouts['annotations']!
  const geometry = options.geometry ?? 'drawn'
  const losses = createLosses(['unlabeled', 'joined', 'outlines', 'pixels'])
  for (const split of source.splits.length > 0 ? source.splits : [null]) {
    const document = layout.document(split)
    const others = layout.unlabeled(split)
    let unlabeled = 0
    let all = 0
    for await (const image of source.images(split)) {
      all += 1
      if (image.unlabeled) unlabeled += 1
      if (image.unlabeled && others === null) losses.add('unlabeled')
      for (const shape of image.shapes) {
        const isRuns = geometry === 'rle' || geometry === 'compressed-rle'
        if (shape.kind === 'mask' && geometry === 'polygon') losses.add('outlines')
        if (shape.kind === 'polygon' && isRuns) losses.add('pixels')
        if (shape.kind === 'polygon' && geometry === 'polygon' && shape.polygon.rings.length > 1) losses.add('joined')
      }
      for (const [index, shape] of image.shapes.entries()) {
        if (cocoKinds.has(shape.kind) && !isWithoutPixels(shape, image, geometry)) continue
        const values = { where: `${image.path}: ${index + 1}` }
        yield { type: 'problem', problem: { file: document, reason: 'kind-not-written', values } }
      }
      if (options.images) yield { type: 'image', path: layout.image(split, image.path), of: image.path }
    }
    const write = (path: string, some: (image: LabeledImage) => boolean): Encoded => ({
      type: 'file',
      path,
      content: textOf(documentText(source, split, some, geometry)),
    })
    if (all > unlabeled || all === 0 || others === null)
      yield write(document, (image) => others === null || !image.unlabeled)
    if (unlabeled > 0 && others !== null) yield write(others, (image) => image.unlabeled === true)
  }
  yield* losses.problems('annotations')
}

const isWithoutPixels = (shape: LabeledShape, image: LabeledImage, geometry: AreaGeometry) =>
  shape.kind === 'polygon' &&
  (geometry === 'rle' || geometry === 'compressed-rle' || shape.polygon.rings.length > 1) &&
  writeShape(shape, image, geometry) === null

async function* documentText(
  source: LabeledSource,
  split: Split | null,
  isTaken: (image: LabeledImage) => boolean,
  geometry: AreaGeometry,
): AsyncGenerator<string> {
  const categories = source.labels.map((label, index) => writeCategory(label, index + 1))
  yield `{"info":{"description":"Vermilion"},"licenses":[],"categories":${JSON.stringify(categories)},\n"images":[`
  let id = 0
  for await (const image of source.images(split)) {
    if (!isTaken(image)) continue
    id += 1
    yield `${id === 1 ? '' : ','}\n${JSON.stringify(writeImage(image, id))}`
  }
  yield '],\n"annotations":['
  let imageId = 0
  let annotationId = 0
  for await (const image of source.images(split)) {
    if (!isTaken(image)) continue
    imageId += 1
    const lines: string[] = []
    for (const shape of image.shapes) {
      const written = writeAnnotation({ id: annotationId + 1, imageId, shape, image, geometry })
      if (written === null) continue
      annotationId += 1
      lines.push(`${annotationId === 1 ? '' : ','}\n${JSON.stringify(written)}`)
    }
    if (lines.length > 0) yield lines.join('')
  }
  yield ']}\n'
}

import { shapeBounds } from '../../labels/bounds.ts'
import type { Mask } from '../../labels/mask.ts'
import type { Encoded, EncodeOptions, ImageSize, LabeledSource } from '../codec.ts'
import { fitShape } from '../fit-shapes.ts'
import { stemOf } from '../images/image-paths.ts'
import type { LabeledImage } from '../labeled-images.ts'
import { vocColour, writeLabelMap } from '../label-map.ts'
import { createLosses } from '../losses.ts'
import { encodePng } from '../png/encode.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { createUniqueNames } from '../unique-names.ts'
import { encodeYoloConfiguration, yoloFolders } from '../yolo/configuration.ts'
import { paintedRows } from './paint.ts'

export const ignored = 255

/** `voc`: class and object pictures in VOC's palette. `grey`: the class index per pixel. Later shapes cover earlier ones. */
export async function* encodeMasks(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const isGrey = options.layout === 'grey'
  if (isGrey) {
    const names = source.labels.map(({ name }) => name)
    const configuration = { path: '.', ...yoloFolders(source.splits), names }
    yield { type: 'file', path: 'data.yaml', content: textOf([encodeYoloConfiguration(configuration)]) }
  } else yield { type: 'file', path: 'labelmap.txt', content: textOf([writeLabelMap(source.labels)]) }
  const losses = createLosses(['attributes', 'scores', 'tags', 'groups', 'pixels', 'overlaps', 'merged'])
  let nameFor = createUniqueNames()
  for (const split of source.splits) {
    const stems: string[] = []
    if (isGrey) nameFor = createUniqueNames()
    for await (const image of source.images(split)) {
      const name = nameFor(image.path)
      if (name !== image.path)
        yield { type: 'problem', problem: { file: image.path, reason: 'renamed', values: { name } } }
      losses.note(image)
      for (const { kind } of image.shapes) if (kind === 'polygon') losses.add('pixels')
      if (mayOverlap(image)) losses.add('overlaps')
      if (isGrey && new Set(image.shapes.map(({ labelIndex }) => labelIndex)).size < image.shapes.length)
        losses.add('merged')
      stems.push(`${stemOf(name)}\n`)
      const path = isGrey ? `images/${splitName(split)}/${name}` : `JPEGImages/${name}`
      if (options.images) yield { type: 'image', path: path, of: image.path }
      if (image.unlabeled) continue
      const { layers, leftOut } = layersOf(image, isGrey ? ignored : Infinity)
      if (leftOut > 0)
        yield {
          type: 'problem',
          problem: { file: image.path, reason: 'kind-not-written', values: { where: `${leftOut}`, count: leftOut } },
        }
      if (isGrey) {
        const rows = greyRows(
          layers.map(({ mask, labelIndex }) => ({ mask, value: labelIndex })),
          image,
        )
        const content = encodePng({ width: image.width, height: image.height, colours: 'grey', rows })
        yield { type: 'file', path: `masks/${splitName(split)}/${stemOf(name)}.png`, content }
        continue
      }
      const classes = layers.map(({ mask, labelIndex }) => ({ mask, value: labelIndex + 1 }))
      const objects = layers.map(({ mask }, index) => ({ mask, value: index + 1 }))
      yield { type: 'file', path: `SegmentationClass/${stemOf(name)}.png`, content: palettePng(classes, image) }
      yield { type: 'file', path: `SegmentationObject/${stemOf(name)}.png`, content: palettePng(objects, image) }
    }
    if (!isGrey) yield { type: 'file', path: `ImageSets/Segmentation/${splitName(split)}.txt`, content: textOf(stems) }
  }
  yield* losses.problems(isGrey ? 'masks' : 'SegmentationClass')
}

function mayOverlap({ shapes }: LabeledImage): boolean {
  const bounds = shapes.flatMap((shape) => shapeBounds(shape) ?? [])
  return bounds.some((one, index) =>
    bounds
      .slice(index + 1)
      .some(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  )
}

function layersOf(
  image: LabeledImage,
  classes: number,
): { layers: { mask: Mask; labelIndex: number }[]; leftOut: number } {
  const layers = image.shapes.flatMap((shape) => {
    const fitted = shape.labelIndex < classes ? fitShape(shape, ['mask'], image) : null
    return fitted?.kind === 'mask' ? [{ mask: fitted.mask, labelIndex: shape.labelIndex }] : []
  })
  return { layers, leftOut: image.shapes.length - layers.length }
}

function* greyRows(layers: readonly { mask: Mask; value: number }[], size: ImageSize): Generator<Uint8Array> {
  const bytes = new Uint8Array(size.width)
  for (const row of paintedRows(layers, size, ignored)) {
    bytes.set(row)
    yield bytes
  }
}

/** Uses true color when there are more values than a palette holds. */
function palettePng(layers: readonly { mask: Mask; value: number }[], size: ImageSize): AsyncIterable<Uint8Array> {
  const most = layers.reduce((least, { value }) => Math.max(least, value), 0)
  const { width, height } = size
  if (most > 255) return encodePng({ width, height, colours: 'rgb', rows: colourRows(layers, size) })
  const colours = Array.from({ length: 256 }, (_, value) => vocColour(value))
  return encodePng({ width, height, colours, rows: placeRows(layers, size) })
}

function* placeRows(layers: readonly { mask: Mask; value: number }[], size: ImageSize): Generator<Uint8Array> {
  const bytes = new Uint8Array(size.width)
  for (const row of paintedRows(layers, size)) {
    bytes.set(row)
    yield bytes
  }
}

function* colourRows(layers: readonly { mask: Mask; value: number }[], size: ImageSize): Generator<Uint8Array> {
  const bytes = new Uint8Array(size.width * 3)
  for (const row of paintedRows(layers, size)) {
    for (let at = 0; at < row.length; at += 1) {
      const colour = vocColour(row[at]!)
      bytes[at * 3] = colour >> 16
      bytes[at * 3 + 1] = (colour >> 8) & 255
      bytes[at * 3 + 2] = colour & 255
    }
    yield bytes
  }
}

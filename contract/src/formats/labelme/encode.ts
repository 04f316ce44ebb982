import { type Mask, maskPixels } from '../../labels/mask.ts'
import type { LabelKind } from '../../labels/index.ts'
import { toBase64 } from '../text/base64.ts'
import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import { fileName, joinPath, stemOf } from '../images/image-paths.ts'
import { joinRings } from '../areas/join-rings.ts'
import type { LabeledImage, LabeledShape, LabeledShapeOf } from '../labeled-images.ts'
import { createLosses } from '../losses.ts'
import { encodePng } from '../png/encode.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { createUniqueNames } from '../unique-names.ts'

/** Writes a document beside each image, in a folder per split; `labels.txt` keeps the class order. */
export async function* encodeLabelme(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const names = source.labels.map(({ name }) => name)
  yield { type: 'file', path: 'labels.txt', content: textOf(names.map((name) => `${name}\n`)) }
  const losses = createLosses(['tags'])
  const lossesOfImages = createLosses(['attributes', 'scores', 'groups'])
  for (const split of source.splits) {
    const nameFor = createUniqueNames()
    for await (const image of source.images(split)) {
      const name = nameFor(image.path)
      if (name !== image.path)
        yield { type: 'problem', problem: { file: image.path, reason: 'renamed', values: { name } } }
      losses.note(image)
      const flags = image.shapes.filter(({ kind }) => kind === 'class')
      lossesOfImages.note(image, flags)
      const path = joinPath(splitName(split), name)
      if (options.images) yield { type: 'image', path: path, of: image.path }
      if (!image.unlabeled)
        yield {
          type: 'file',
          path: `${stemOf(path)}.json`,
          content: textOf(documentText(image, fileName(name), names)),
        }
    }
  }
  yield* losses.problems('labels.txt')
  yield* lossesOfImages.problems('labels.txt')
}

async function* documentText(image: LabeledImage, imagePath: string, names: readonly string[]): AsyncGenerator<string> {
  // Uses a map, because a class may be named like an Object.prototype member.
  const flags = new Map<string, boolean>()
  const shapes: object[] = []
  for (const shape of image.shapes) {
    const label = names[shape.labelIndex] ?? ''
    const write = writers[shape.kind] as (shape: LabeledShape) => Promise<object | null>
    const written = await write(shape)
    if (written === null) flags.set(label, true)
    else shapes.push({ label, ...written, ...moreOf(shape) })
  }
  const facts = { imagePath, imageData: null, imageHeight: image.height, imageWidth: image.width }
  yield `${JSON.stringify({ version: '5.5.0', flags: Object.fromEntries(flags), shapes, ...facts }, null, 1)}\n`
}

function moreOf({ group, score, attributes }: LabeledShape): object {
  return {
    group_id: group ?? null,
    flags: {},
    ...(score === undefined ? {} : { score }),
    ...(attributes === undefined ? {} : { attributes }),
  }
}

const pairs = (numbers: readonly number[]): number[][] =>
  Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[at * 2]!, numbers[at * 2 + 1]!])

/** Null for image-level classes, which become flags. */
const writers: { [Kind in LabelKind]: (shape: LabeledShapeOf<Kind>) => Promise<object | null> } = {
  box: async ({ box }) => ({
    shape_type: 'rectangle',
    points: [
      [box.x, box.y],
      [box.x + box.width, box.y + box.height],
    ],
  }),
  // LabelMe has a single outline: holes and parts are bridged, and the rings are stored beside it.
  polygon: async ({ polygon: { rings } }) => ({
    shape_type: 'polygon',
    points: pairs(joinRings(rings)),
    ...(rings.length > 1 ? { rings } : {}),
  }),
  mask: async ({ mask }) => ({
    shape_type: 'mask',
    points: [
      [mask.x, mask.y],
      [mask.x + mask.width - 1, mask.y + mask.height - 1],
    ],
    mask: await pictureOf(mask),
  }),
  class: async () => null,
}

async function pictureOf(mask: Mask): Promise<string> {
  const { width, height } = mask
  const pixels = maskPixels(mask)
  const rows = Array.from({ length: height }, (_, y) => pixels.subarray(y * width, (y + 1) * width))
  return toBase64(await Array.fromAsync(encodePng({ width, height, colours: 'grey', rows })))
}

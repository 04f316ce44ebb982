import { maskPixels, type Mask } from '../../labels/mask.ts'
import type { LabelKind } from '../../labels/index.ts'
import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import { joinPath } from '../images/image-paths.ts'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import { createLosses } from '../losses.ts'
import { singleOutlineOf } from '../areas/single-outline.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { packBrush } from './brush-runs.ts'
import { configurationText, controls } from './configuration.ts'

export async function* encodeLabelStudio(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const losses = createLosses(['tags', 'groups'])
  // Image-level labels have no region for attributes.
  const lossesOfImages = createLosses(['attributes', 'scores'])
  const kinds = new Set<LabelKind>()
  const turned: string[] = []
  yield { type: 'file', path: 'tasks.json', content: textOf(tasksText()) }
  for (const split of source.splits) {
    for await (const image of source.images(split)) {
      losses.note(image)
      const choices = image.shapes.filter(({ kind }) => kind === 'class')
      // Several choices share one confidence.
      lossesOfImages.note(image, choices.length > 1 ? choices : choices.map(({ score: _score, ...choice }) => choice))
      for (const shape of image.shapes) {
        const kind = writtenKind(shape, image)
        kinds.add(kind)
        if (kind !== shape.kind && turned.at(-1) !== image.path) turned.push(image.path)
      }
      if (options.images) yield { type: 'image', path: imagePath(image), of: image.path }
    }
  }
  yield { type: 'file', path: 'config.xml', content: textOf(configurationText(source.labels, kinds)) }
  for (const file of turned)
    yield { type: 'problem', problem: { file, reason: 'parts-as-mask', values: { where: file } } }
  yield* losses.problems('tasks.json')
  yield* lossesOfImages.problems('tasks.json')

  async function* tasksText(): AsyncGenerator<string> {
    let id = 0
    yield '['
    for (const split of source.splits) {
      for await (const image of source.images(split)) {
        id += 1
        yield `${id === 1 ? '\n' : ',\n'}${JSON.stringify(taskOf(image, id, source))}`
      }
    }
    yield '\n]\n'
  }
}

const imagePath = ({ path, split }: LabeledImage) => joinPath('images', splitName(split ?? null), path)

const writtenKind = (shape: LabeledShape, image: LabeledImage): LabelKind =>
  shape.kind === 'polygon' && singleOutlineOf(shape, image)?.mask !== undefined ? 'mask' : shape.kind

function taskOf(image: LabeledImage, id: number, { labels }: LabeledSource): object {
  const address = imagePath(image).split('/').map(encodeURIComponent).join('/')
  const data = {
    image: `/data/local-files/?d=${address}`,
    width: image.width,
    height: image.height,
    ...(image.split === undefined ? {} : { split: splitName(image.split) }),
  }
  const nameOf = ({ labelIndex }: LabeledShape) => labels[labelIndex]?.name ?? ''
  const result = [
    ...choicesOf(
      image.shapes.filter(({ kind }) => kind === 'class').map((shape) => ({ name: nameOf(shape), score: shape.score })),
    ),
    ...image.shapes.flatMap((shape, index) => resultsOf(shape, `${id}-${index + 1}`, image, nameOf(shape))),
  ]
  return { id, data, annotations: image.unlabeled ? [] : [{ result, was_cancelled: false, ground_truth: false }] }
}

function choicesOf(classes: readonly { name: string; score: number | undefined }[]): object[] {
  if (classes.length === 0) return []
  const score = classes[0]?.score
  const { name, type } = controls.class
  const value = { choices: classes.map((one) => one.name) }
  const more = classes.length > 1 || score === undefined ? {} : { score }
  return [{ from_name: name, to_name: 'image', type, value, ...more }]
}

function resultsOf(shape: LabeledShape, id: string, image: LabeledImage, label: string): object[] {
  const kind = writtenKind(shape, image)
  const { name, type } = controls[kind]
  const geometry = geometryOf(shape, image)
  if (geometry === null) return []
  const facts = { id, to_name: 'image', original_width: image.width, original_height: image.height, image_rotation: 0 }
  const score = shape.score === undefined ? {} : { score: shape.score }
  const value = { ...geometry, [type]: [label] }
  return [
    { ...facts, from_name: name, type, value, ...score },
    ...Object.entries(shape.attributes ?? {}).map(([from_name, response]) => ({
      ...facts,
      from_name,
      type: typeof response === 'number' ? 'number' : 'choices',
      value: typeof response === 'number' ? { number: response } : { choices: [response] },
    })),
  ]
}

function geometryOf(shape: LabeledShape, image: LabeledImage): object | null {
  const across = (value: number) => (value / image.width) * 100
  const down = (value: number) => (value / image.height) * 100
  if (shape.kind === 'class') return null
  if (shape.kind === 'box') {
    const { x, y, width, height } = shape.box
    return { x: across(x), y: down(y), width: across(width), height: down(height), rotation: 0 }
  }
  const outline = singleOutlineOf(shape, image)
  if (outline === null) return null
  if (outline.mask !== undefined) return { format: 'rle', rle: packBrush(pixelsOf(outline.mask, image)) }
  const { ring } = outline
  const points = Array.from({ length: ring.length / 2 }, (_, at) => [across(ring[at * 2]!), down(ring[at * 2 + 1]!)])
  return { points, closed: true }
}

function pixelsOf(mask: Mask, { width, height }: LabeledImage): Uint8Array {
  const pixels = new Uint8Array(width * height)
  const inside = maskPixels(mask)
  for (let row = 0; row < mask.height; row += 1)
    pixels.set(inside.subarray(row * mask.width, (row + 1) * mask.width), (mask.y + row) * width + mask.x)
  return pixels
}

import { columnRuns, compressRuns } from '../../labels/column-runs.ts'
import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import { joinPath, stemOf } from '../images/image-paths.ts'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import { createLosses } from '../losses.ts'
import { singleOutlineOf } from '../areas/single-outline.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { createUniqueNames } from '../unique-names.ts'

export async function* encodeDatumaro(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const losses = createLosses(['tags'])
  // Classes are written even without images.
  for (const split of source.splits.length === 0 ? [null] : source.splits) {
    const subset = splitName(split)
    yield { type: 'file', path: `annotations/${subset}.json`, content: textOf(documentText(source, split)) }
    const nameFor = createUniqueNames()
    for await (const image of source.images(split)) {
      const path = nameFor(image.path)
      losses.note(image)
      if (path !== image.path)
        yield { type: 'problem', problem: { file: image.path, reason: 'renamed', values: { name: path } } }
      if (image.shapes.some((shape) => shape.kind === 'polygon' && singleOutlineOf(shape, image)?.mask !== undefined))
        yield { type: 'problem', problem: { file: image.path, reason: 'parts-as-mask', values: { where: image.path } } }
      if (options.images) yield { type: 'image', path: joinPath('images', subset, path), of: image.path }
    }
  }
  yield* losses.problems('annotations')
}

async function* documentText(source: LabeledSource, split: LabeledImage['split'] | null): AsyncGenerator<string> {
  const labels = source.labels.map(({ name }) => ({ name, parent: '', attributes: [] }))
  const colormap = source.labels.flatMap(({ colour }, label_id) => {
    const parts = /^#(..)(..)(..)$/
      .exec(colour ?? '')
      ?.slice(1)
      .map((part) => Number.parseInt(part, 16))
    return parts === undefined ? [] : [{ label_id, r: parts[0], g: parts[1], b: parts[2] }]
  })
  const categories = {
    label: { labels, attributes: [] },
    ...(colormap.length > 0 && colormap.length === labels.length ? { mask: { colormap } } : {}),
  }
  yield `{"dm_format_version":"1.0","media_type":2,"infos":{},"categories":${JSON.stringify(categories)},"items":[`
  const nameFor = createUniqueNames()
  let isFirst = true
  for await (const image of source.images(split ?? null)) {
    const path = nameFor(image.path)
    if (image.unlabeled) continue
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(itemOf(image, path))}`
    isFirst = false
  }
  yield '\n]}\n'
}

function itemOf(image: LabeledImage, path: string): object {
  return {
    id: stemOf(path),
    annotations: image.shapes.flatMap((shape, order) => {
      const geometry = geometryOf(shape, image)
      if (geometry === null) return []
      const attributes = { ...shape.attributes, ...(shape.score === undefined ? {} : { score: shape.score }) }
      return [
        { id: order, ...geometry, attributes, group: shape.group ?? 0, label_id: shape.labelIndex, z_order: order },
      ]
    }),
    image: { path, size: [image.height, image.width] },
  }
}

function geometryOf(shape: LabeledShape, image: LabeledImage): object | null {
  if (shape.kind === 'class') return { type: 'label' }
  if (shape.kind === 'box') {
    const { x, y, width, height } = shape.box
    return { type: 'bbox', bbox: [x, y, width, height] }
  }
  const outline = singleOutlineOf(shape, image)
  if (outline === null) return null
  if (outline.mask === undefined) return { type: 'polygon', points: outline.ring }
  const counts = compressRuns(columnRuns(outline.mask, image))
  return { type: 'mask', rle: { counts, size: [image.height, image.width] } }
}

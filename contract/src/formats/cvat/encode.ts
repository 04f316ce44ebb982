import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import { joinPath } from '../images/image-paths.ts'
import type { LabeledImage, LabeledShape, Split } from '../labeled-images.ts'
import { createLosses } from '../losses.ts'
import { singleOutlineOf } from '../areas/single-outline.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { escapeXmlValue as quote, escapeXml } from '../xml/xml.ts'

/** Writes `annotations.xml` of "CVAT for images 1.1" in project form, with the images in a folder per split. */
export async function* encodeCvat(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const losses = createLosses(['scores', 'tags'])
  const turned: string[] = []
  yield { type: 'file', path: 'annotations.xml', content: textOf(documentText()) }
  for (const split of source.splits) {
    for await (const image of source.images(split)) {
      losses.note(image)
      if (image.shapes.some((shape) => isTurned(shape, image))) turned.push(image.path)
      if (options.images) yield { type: 'image', path: imagePath(split, image.path), of: image.path }
    }
  }
  for (const file of turned)
    yield { type: 'problem', problem: { file, reason: 'parts-as-mask', values: { where: file } } }
  yield* losses.problems('annotations.xml')

  async function* documentText(): AsyncGenerator<string> {
    yield `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n  <meta>\n    <project>\n      <labels>\n`
    for (const { name, colour } of source.labels) {
      const colourText = colour === undefined ? '' : `<color>${escapeXml(colour)}</color>`
      yield `        <label><name>${escapeXml(name)}</name>${colourText}<attributes></attributes></label>\n`
    }
    yield '      </labels>\n      <tasks>\n'
    for (const split of source.splits) yield `        <task><subset>${splitName(split)}</subset></task>\n`
    yield '      </tasks>\n    </project>\n  </meta>\n'
    let id = 0
    for (const split of source.splits) {
      for await (const image of source.images(split)) {
        if (!image.unlabeled) yield imageText(image, id, split, source)
        id += 1
      }
    }
    yield '</annotations>\n'
  }
}

const isTurned = (shape: LabeledShape, image: LabeledImage) =>
  singleOutlineOf(shape, image)?.mask !== undefined && shape.kind === 'polygon'

const imagePath = (split: Split | null, path: string) => joinPath('images', splitName(split), path)

function imageText(image: LabeledImage, id: number, split: Split | null, { labels }: LabeledSource): string {
  const shapes = image.shapes.map((shape, order) =>
    shapeText(shape, order, image, labels[shape.labelIndex]?.name ?? ''),
  )
  return `  <image id="${id}" name="${quote(image.path)}" subset="${splitName(split)}" width="${image.width}" height="${image.height}">
${shapes.join('')}  </image>\n`
}

const number = (value: number) => String(Number(value.toFixed(3)))

function shapeText(shape: LabeledShape, order: number, image: LabeledImage, label: string): string {
  const written = geometryText(shape, image)
  if (written === null) return ''
  const { occluded, ...others } = shape.attributes ?? {}
  const isMark = occluded === true || occluded === 1
  const attributes = Object.entries(isMark || occluded === undefined ? others : { occluded, ...others }).map(
    ([key, value]) => `      <attribute name="${quote(key)}">${escapeXml(String(value))}</attribute>\n`,
  )
  const group = shape.group === undefined ? '' : ` group_id="${shape.group}"`
  const stacking = written.name === 'tag' ? '' : ` occluded="${isMark ? 1 : 0}" z_order="${order}"`
  const start = `    <${written.name} label="${quote(label)}" source="manual"${stacking}${group}${written.text}>`
  return attributes.length === 0
    ? `${start}</${written.name}>\n`
    : `${start}\n${attributes.join('')}    </${written.name}>\n`
}

function geometryText(shape: LabeledShape, image: LabeledImage): { name: string; text: string } | null {
  if (shape.kind === 'class') return { name: 'tag', text: '' }
  if (shape.kind === 'box') {
    const { x, y, width, height } = shape.box
    const corners = { xtl: x, ytl: y, xbr: x + width, ybr: y + height }
    return {
      name: 'box',
      text: Object.entries(corners)
        .map(([key, value]) => ` ${key}="${number(value)}"`)
        .join(''),
    }
  }
  const outline = singleOutlineOf(shape, image)
  if (outline === null) return null
  if (outline.mask !== undefined) {
    const { x, y, width, height, counts } = outline.mask
    return {
      name: 'mask',
      text: ` rle="${counts.join(', ')}" left="${x}" top="${y}" width="${width}" height="${height}"`,
    }
  }
  const { ring } = outline
  const points = Array.from(
    { length: ring.length / 2 },
    (_, at) => `${number(ring[at * 2]!)},${number(ring[at * 2 + 1]!)}`,
  )
  return { name: 'polygon', text: ` points="${points.join(';')}"` }
}

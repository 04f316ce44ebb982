import { shapeBounds } from '../../labels/bounds.ts'
import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import { fileName, joinPath, stemOf } from '../images/image-paths.ts'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import { writeLabelMap } from '../label-map.ts'
import type { FirstPixel } from '../offers.ts'
import { createLosses } from '../losses.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { createFlatNames, createUniqueNames } from '../unique-names.ts'
import { escapeXml } from '../xml/xml.ts'

/** `Annotations`, `ImageSets/Main` and `labelmap.txt` as CVAT does, images in `JPEGImages`. `flat`: all in one folder. */
export async function* encodeVoc(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  yield { type: 'file', path: 'labelmap.txt', content: textOf([writeLabelMap(source.labels)]) }
  const isFlat = options.layout === 'flat'
  const nameFor = isFlat ? createFlatNames() : createUniqueNames()
  const [imageFolder, documentFolder] = isFlat ? ['', ''] : ['JPEGImages', 'Annotations']
  const losses = createLosses(['scores', 'tags', 'groups'])
  for (const split of source.splits) {
    const stems: string[] = []
    for await (const image of source.images(split)) {
      const path = nameFor(image.path)
      const reason = isFlat && image.path.includes('/') ? 'flattened' : 'renamed'
      if (path !== image.path) yield { type: 'problem', problem: { file: image.path, reason, values: { name: path } } }
      stems.push(`${stemOf(path)}\n`)
      losses.note(image)
      const shapes = image.shapes.filter((shape) => shapeBounds(shape) !== null)
      for (let left = image.shapes.length - shapes.length; left > 0; left -= 1) {
        yield {
          type: 'problem',
          problem: { file: image.path, reason: 'kind-not-written', values: { where: image.path } },
        }
      }
      if (!image.unlabeled) {
        const document = documentText(image, path, shapes, { source, firstPixel: options.firstPixel ?? 0 })
        yield { type: 'file', path: joinPath(documentFolder, `${stemOf(path)}.xml`), content: textOf([document]) }
      }
      if (options.images) yield { type: 'image', path: joinPath(imageFolder, path), of: image.path }
    }
    yield { type: 'file', path: `ImageSets/Main/${splitName(split)}.txt`, content: textOf(stems) }
  }
  yield* losses.problems('Annotations')
}

function documentText(
  image: LabeledImage,
  path: string,
  shapes: readonly LabeledShape[],
  { source, firstPixel }: { source: LabeledSource; firstPixel: FirstPixel },
): string {
  const folder = path.slice(0, Math.max(0, path.length - fileName(path).length - 1))
  const objects = shapes.map((shape) => objectText(shape, source.labels[shape.labelIndex]?.name ?? '', firstPixel))
  return `<annotation>
  <folder>${escapeXml(folder)}</folder>
  <filename>${escapeXml(path)}</filename>
  <source><database>Vermilion</database>${firstPixel === 1 ? '<annotation>PASCAL VOC</annotation>' : ''}</source>
  <size><width>${image.width}</width><height>${image.height}</height><depth>3</depth></size>
  <segmented>0</segmented>
${objects.join('')}</annotation>
`
}

const number = (value: number) => String(Number(value.toFixed(3)))

function objectText(shape: LabeledShape, name: string, firstPixel: FirstPixel): string {
  const box = shapeBounds(shape)!
  const { pose, truncated, difficult, occluded, ...more } = shape.attributes ?? {}
  const isMark = (value: unknown) => value === true || value === 1
  const marks = { truncated, difficult, occluded }
  // Values that are not VOC's 0 or 1 flags stay attributes.
  const others = {
    ...more,
    ...Object.fromEntries(Object.entries(marks).filter(([, value]) => value !== undefined && !isMark(value))),
  }
  const attributes = Object.entries(others).map(
    ([key, value]) => `<attribute><name>${escapeXml(key)}</name><value>${escapeXml(String(value))}</value></attribute>`,
  )
  // Counted from 1, the index of the last pixel equals the exclusive end from 0.
  const corners = {
    xmin: box.x + firstPixel,
    ymin: box.y + firstPixel,
    xmax: box.x + box.width,
    ymax: box.y + box.height,
  }
  return `  <object>
    <name>${escapeXml(name)}</name>
    <pose>${escapeXml(String(pose ?? 'Unspecified'))}</pose>
${Object.entries(marks)
  .map(([mark, value]) => `    <${mark}>${isMark(value) ? 1 : 0}</${mark}>\n`)
  .join('')}    <bndbox>${Object.entries(corners)
    .map(([corner, value]) => `<${corner}>${number(value)}</${corner}>`)
    .join('')}</bndbox>
${attributes.length === 0 ? '' : `    <attributes>${attributes.join('')}</attributes>\n`}  </object>
`
}

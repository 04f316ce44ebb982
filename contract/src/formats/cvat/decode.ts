import { decodeDocuments, reportIn, type DocumentNeeds } from '../decode-documents.ts'
import type { Decoded, DecodeOptions, FileReader } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { cleanPath, fileName, folderOf, joinPath, stemOf } from '../images/image-paths.ts'
import { imageSizeOf, unknownSize } from '../images/image-size.ts'
import type { LabeledShape } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { ownImagePath } from '../images/remaining-images.ts'
import { splitOf } from '../splits.ts'
import { readXmlElements, type XmlNode } from '../xml/xml-elements.ts'
import { XmlError } from '../xml/xml.ts'
import { type CvatShape, readCvatShape } from './read-shape.ts'

/** Decodes "CVAT for images 1.1": https://docs.cvat.ai/docs/manual/advanced/xml_format/ */
export const decodeCvat = (reader: FileReader, options?: DecodeOptions): AsyncGenerator<Decoded> =>
  decodeDocuments({ names: /\.xml$/i, decode: decodeDocument }, reader, options)

/** Two passes, so that a document damaged further on yields nothing. */
async function* decodeDocument(needs: DocumentNeeds, file: string): AsyncGenerator<Decoded> {
  const { reader, classes } = needs
  const problem = reportIn(file)
  let count = 0
  const labels: { name: string; colour?: string }[] = []
  try {
    for await (const element of readXmlElements(reader.open(file), ['meta', 'image', 'track'])) {
      if (element.name === 'meta') for (const label of labelsOf(element)) labels.push(label)
      else count += 1
    }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    yield problem({ reason: 'xml-broken', values: { detail: error.detail } }, error.line)
    return
  }
  if (count === 0) {
    yield problem({ reason: 'list-missing', values: { list: 'image' } })
    return
  }
  for (const label of labels) classes.indexOf(label)
  yield* classes.drainNew()
  for await (const element of readXmlElements(reader.open(file), ['image', 'track'])) {
    if (element.name === 'image') yield* decodeImage(needs, file, element, problem)
    else yield problem({ reason: 'shape-type-unknown', values: { where: 'annotations', type: 'track' } }, element.line)
  }
}

async function* decodeImage(
  { reader, images, classes, named, options }: DocumentNeeds,
  file: string,
  element: XmlNode,
  problem: (finding: ProblemFinding, line?: number) => Decoded,
): AsyncGenerator<Decoded> {
  const stated = cleanPath(element.attributes.get('name') ?? '')
  if (stated === '') {
    const values = { where: 'image', field: 'name', detail: 'missing' }
    yield problem({ reason: 'image-entry-invalid', values }, element.line)
    return
  }
  const subset = element.attributes.get('subset') ?? ''
  const at = images.find(stated, [
    joinPath('images', subset),
    folderOf(file),
    joinPath(folderOf(file), 'images'),
    'images',
    '',
    folderOf(stated),
  ])
  const path = ownImagePath(stated)
  const [width, height] = [Number(element.attributes.get('width')), Number(element.attributes.get('height'))]
  const isSize = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0
  const size = isSize
    ? { width, height }
    : ((await imageSizeOf(reader, path, at)) ?? (at === null ? unknownSize : null))
  if (size === null) {
    yield problem({ reason: 'image-size-unknown', values: { path } }, element.line)
    return
  }
  const read: CvatShape[] = []
  let refused = 0
  for (const [index, child] of element.children.entries()) {
    const shape = readCvatShape(child, size, index)
    if (shape === null) continue
    if (shape.problem !== undefined) {
      refused += 1
      yield problem(shape.problem, child.line)
      continue
    }
    read.push(shape.value)
    for (const unread of shape.value.unread) yield problem(unread, child.line)
  }
  const shapes = read
    .toSorted((a, b) => compareOrder(a, b))
    .map(({ label, shape }): LabeledShape => ({ ...shape, labelIndex: classes.indexOf({ name: label }) }))
  if (at !== null) named.add(at)
  yield* classes.drainNew()
  const { accepted, problems } = acceptShapes({ path, shapes, kinds: options.kinds, size, refused })
  for (const finding of problems) yield problem(finding, element.line)
  const split = splitOf(subset) ?? splitOf(stemOf(fileName(file)))
  const image = { path, ...size, ...accepted, ...(split === null ? {} : { split }) }
  yield { type: 'image', file: at, folder: folderOf(file), image }
}

/** Compares without subtracting: the difference of two infinities is NaN. */
const compareOrder = (a: CvatShape, b: CvatShape) => (a.order === b.order ? 0 : a.order < b.order ? -1 : 1)

function labelsOf(element: XmlNode): { name: string; colour?: string }[] {
  const textOf = (name: string) => element.children.find((child) => child.name === name)?.text.trim() ?? ''
  const name = element.name === 'label' ? textOf('name') : ''
  const colour = textOf('color')
  const own = name === '' ? [] : [{ name, ...(/^#[0-9a-f]{6}$/i.test(colour) ? { colour } : {}) }]
  return [...own, ...element.children.flatMap(labelsOf)]
}

import { describeIssue } from '../../kernel/schema-issue.ts'
import { decodeDocuments, reportIn, type DocumentNeeds } from '../decode-documents.ts'
import type { Decoded, DecodeOptions, FileReader } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { cleanPath, fileName, joinPath, stemOf } from '../images/image-paths.ts'
import { imageSizeOf, unknownSize } from '../images/image-size.ts'
import { parsePart } from '../json/parse-part.ts'
import { readJsonParts } from '../json/read-parts.ts'
import type { LabeledClass, LabeledShape, Split } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { ownImagePath } from '../images/remaining-images.ts'
import { splitOf } from '../splits.ts'
import { measuredSize, maxPixels } from '../frames/measured-size.ts'
import { datumaroCategories, datumaroItem, runsSizeOf } from './entries.ts'
import { type DatumaroShape, readDatumaroShape } from './read-shape.ts'

/** Decodes a document per subset below `annotations`; images in `images/<subset>` or `images`. */
export const decodeDatumaro = (reader: FileReader, options?: DecodeOptions): AsyncGenerator<Decoded> =>
  decodeDocuments({ names: /\.json$/i, decode: decodeDocument }, reader, options)

/** Two passes: classes may follow the items, and a document damaged further on yields nothing. */
async function* decodeDocument(needs: DocumentNeeds, file: string): AsyncGenerator<Decoded> {
  const { reader, classes } = needs
  const problem = reportIn(file)
  const parts = readJsonParts(reader.open(file))
  let labels: LabeledClass[] = []
  let hasItems = false
  let step = await parts.next()
  for (; step.done !== true; step = await parts.next()) {
    hasItems ||= step.value.key === 'items'
    if (step.value.key === 'categories') labels = labelsIn(step.value.bytes)
  }
  const { broken } = step.value
  if (broken !== null) {
    const { reason, line, detail } = broken
    yield problem({ reason, values: { detail, limit: detail } }, line)
    return
  }
  if (!hasItems && labels.length === 0) {
    yield problem({ reason: 'list-missing', values: { list: 'items' } })
    return
  }
  const indices = labels.map((label) => classes.indexOf(label))
  yield* classes.drainNew()
  const subset = fileName(file).replace(/\.json$/i, '')
  for await (const { key, bytes, index, line } of readJsonParts(reader.open(file))) {
    if (key !== 'items' || index === null) continue
    const read = parsePart(bytes)
    if ('value' in read)
      yield* decodeItem(needs, { entry: read.value, index, subset, indices }, (finding) => problem(finding, line))
    else yield problem(read.problem, line)
  }
}

function labelsIn(bytes: Uint8Array): LabeledClass[] {
  const read = parsePart(bytes)
  const parsed = datumaroCategories.safeParse('value' in read ? read.value : null)
  const colours = new Map(
    (parsed.data?.mask?.colormap ?? []).map(({ label_id, r, g, b }) => [label_id, (r << 16) | (g << 8) | b]),
  )
  return (parsed.data?.label?.labels ?? []).map(({ name }, index) => {
    const colour = colours.get(index)
    return { name, ...(colour === undefined ? {} : { colour: `#${colour.toString(16).padStart(6, '0')}` }) }
  })
}

async function* decodeItem(
  { reader, images, classes, named, options }: DocumentNeeds,
  { entry, index, subset, indices }: { entry: unknown; index: number; subset: string; indices: readonly number[] },
  problem: (finding: ProblemFinding) => Decoded,
): AsyncGenerator<Decoded> {
  const parsed = datumaroItem.safeParse(entry)
  if (!parsed.success) {
    const values = { where: `item ${index + 1}`, ...describeIssue(parsed.error, entry, 'item') }
    yield problem({ reason: 'image-entry-invalid', values })
    return
  }
  const { id, annotations, image, media } = parsed.data
  const stated = cleanPath(image?.path ?? media?.path ?? id) || cleanPath(id) || `item ${index + 1}`
  const folders = [joinPath('images', subset), 'images', '']
  // Paths may be of the writing machine; ids are relative to the dataset.
  const at = images.find(stated, folders) ?? images.find(cleanPath(id), folders)
  const path = ownImagePath(
    at ?? (stemOf(stated).endsWith(cleanPath(id)) ? `${cleanPath(id)}${stated.slice(stemOf(stated).length)}` : stated),
  )
  const statedSize =
    (image?.size ? { width: image.size[1], height: image.size[0] } : await imageSizeOf(reader, path, at)) ??
    (at === null ? unknownSize : null)
  const size = statedSize && measuredSize(statedSize, (annotations ?? []).flatMap(runsSizeOf))
  if (size === null || size.width * size.height > maxPixels) {
    yield problem({ reason: 'image-size-unknown', values: { path } })
    return
  }
  if (at !== null) named.add(at)
  const read: (DatumaroShape & { labelIndex: number })[] = []
  let refused = 0
  const findings: ProblemFinding[] = []
  for (const [number, annotation] of (annotations ?? []).entries()) {
    const where = `item ${id}, annotation ${number + 1}`
    const shape = readDatumaroShape(annotation, size, where)
    const labelIndex = shape.problem === undefined ? indices[shape.value.labelId] : undefined
    if (shape.problem !== undefined) findings.push(shape.problem)
    else if (labelIndex === undefined)
      findings.push({ reason: 'class-unknown', values: { where, class: shape.value.labelId } })
    else {
      read.push({ ...shape.value, labelIndex })
      for (const unread of shape.value.unread) yield problem(unread)
      continue
    }
    refused += 1
  }
  for (const finding of findings) yield problem(finding)
  const shapes = read
    .toSorted((a, b) => a.order - b.order)
    .map(({ shape, labelIndex }): LabeledShape => ({ ...shape, labelIndex }))
  yield* classes.drainNew()
  const { accepted, problems } = acceptShapes({ path, shapes, kinds: options.kinds, size, refused })
  for (const finding of problems) yield problem(finding)
  yield { type: 'image', file: at, image: { path, ...size, ...accepted, ...splitFacts(subset) } }
}

function splitFacts(subset: string): { split?: Split } {
  const split = splitOf(subset)
  return split === null ? {} : { split }
}

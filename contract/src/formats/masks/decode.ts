import { type ClassList, createClassList } from '../class-list.ts'
import { reportIn } from '../decode-documents.ts'
import type { Decoded, DecodeOptions, FileReader, ImageSize } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { imageFilesOf, listedPaths } from '../images/image-files.ts'
import { fileName, folderOf, joinPath, stemOf } from '../images/image-paths.ts'
import { remainingImages } from '../images/remaining-images.ts'
import type { LabeledShape } from '../labeled-images.ts'
import { decodePng, PngError, type PngRows } from '../png/decode.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import type { MappedClass } from '../label-map.ts'
import { type Labels, labelsOf, readNumbering } from './labels.ts'
import { type MaskFile, maskFiles, readMaskClasses, readMaskSplits } from './layout.ts'
import type { Numbering } from './numbering.ts'
import { createMaskCollector } from './paint.ts'

const isMaskPath = (path: string) => /(?:^|\/)(?:SegmentationClass|SegmentationObject|masks)\//.test(path)
const imageFolders = /^(?:.*\/)?(?:JPEGImages|images)\/(?:(?:train|valid|val|test|default)\/)?/
const ownPath = (file: string) => file.replace(imageFolders, '')

export async function* decodeMasks(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const files = maskFiles(paths)
  if (files.length === 0) yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const images = imageFilesOf(paths.filter((path) => !isMaskPath(path)))
  const classes = createClassList()
  const { mapped, listed } = await readMaskClasses(reader, paths)
  const numbering = await readNumbering({ reader, files, mapped, listed })
  for (const { name, colour } of mapped) classes.indexOf({ name, ...(colour === undefined ? {} : { colour }) })
  for (const one of mapped.length > 0 ? [] : numbering.classes.values()) classes.indexOf(one)
  yield* classes.drainNew()
  if (numbering.note !== null) yield { type: 'problem', problem: { file: files[0]?.path ?? '', ...numbering.note } }
  const splitFor = await readMaskSplits(reader, paths)
  const imageOf = imagesOfMasks(images.paths)
  const named = new Set<string>()
  for (const file of files) {
    const problem = reportIn(file.path)
    const split = splitFor(file.path, file.stem)
    const at = imageOf(file)
    if (at !== null) named.add(at)
    let read: Awaited<ReturnType<typeof readMask>>
    try {
      read = await readMask(reader, file, { mapped, numbering, classes })
    } catch (error) {
      if (!(error instanceof PngError)) throw error
      yield problem({ reason: 'png-unreadable', values: { detail: error.detail } })
      continue
    }
    yield* classes.drainNew()
    for (const finding of read.problems) yield problem(finding)
    const path = at === null ? file.stem : ownPath(at)
    const { shapes, size, problems } = read
    const { accepted, problems: unfit } = acceptShapes({
      path,
      shapes,
      kinds: options.kinds,
      size,
      refused: problems.length,
    })
    for (const finding of unfit) yield problem(finding)
    const image = { path, ...size, ...accepted, ...(split === null ? {} : { split }) }
    yield { type: 'image', file: at, sidecar: joinPath(folderOf(file.path), fileName(file.stem)), image }
  }
  yield* remainingImages(images, named, ownPath, (file) => splitFor(file, stemOf(ownPath(file))))
}

/** Image at the mask's path, else the only one of its stem: names may repeat across splits. */
function imagesOfMasks(paths: readonly string[]): (file: MaskFile) => string | null {
  const byPlace = new Map(paths.map((path) => [stemOf(path), path]))
  const byStem = new Map<string, string | null>()
  for (const path of paths) {
    const stem = stemOf(ownPath(path))
    byStem.set(stem, byStem.has(stem) ? null : path)
  }
  return ({ path, stem, isGrey }) => {
    const own = isGrey ? /^(.*\/)?masks\//is : /^(.*\/)?SegmentationClass\//is
    const stems = [isGrey ? '$1images/' : '$1JPEGImages/', '$1'].map((folder) => stemOf(path.replace(own, folder)))
    const at = stems.find((candidate) => byPlace.has(candidate))
    return (at === undefined ? byStem.get(stem) : byPlace.get(at)) ?? null
  }
}

async function readMask(
  reader: FileReader,
  file: MaskFile,
  meaning: { mapped: readonly MappedClass[]; numbering: Numbering; classes: ClassList },
): Promise<{ size: ImageSize; shapes: LabeledShape[]; problems: ProblemFinding[] }> {
  const picture = await decodePng(reader.open(file.path))
  let objects: PngRows | null = null
  try {
    objects = file.objects === null ? null : await decodePng(reader.open(file.objects))
    const { width, height } = picture.header
    if (objects !== null && (objects.header.width !== width || objects.header.height !== height)) {
      throw new PngError({ en: `${file.objects} has another size`, zh: `${file.objects} 的尺寸不同` })
    }
    return { size: { width, height }, ...(await readShapes(picture, objects, labelsOf(picture, file, meaning))) }
  } finally {
    await picture.close()
    await objects?.close()
  }
}

async function readShapes(
  picture: PngRows,
  objects: PngRows | null,
  labelOf: Labels,
): Promise<{ shapes: LabeledShape[]; problems: ProblemFinding[] }> {
  const { width } = picture.header
  const pairs = new Map<string, { value: number; object: number; index: number }>()
  const met: { value: number; object: number }[] = [{ value: 0, object: 0 }]
  const collector = createMaskCollector()
  const merged = new Int32Array(width)
  const numbers = objects === null ? null : objectNumbers(objects)
  for await (const row of picture.rows) {
    const next = objects === null ? null : await objects.rows.next()
    const others = next === null || next.done === true ? null : next.value
    let [value, object, index] = [-2, -2, 0]
    for (let at = 0; at < width; at += 1) {
      const own = others?.[at] ?? 0
      if (row[at] !== value || own !== object) {
        value = row[at]!
        object = own
        index = indexOf(value, object)
      }
      merged[at] = index
    }
    collector.addRow(merged, 0)
  }
  const problems: ProblemFinding[] = []
  const strange = new Set<number>()
  const parts = collector.masks().flatMap(({ value: index, mask }) => {
    const { value, object } = met[index]!
    const label = labelOf.index(value)
    if (label !== null)
      return [{ order: numbers?.(object) ?? 0, shape: { kind: 'mask', mask, labelIndex: label } as const }]
    if (!strange.has(value)) problems.push({ reason: 'colour-unknown', values: { colour: labelOf.name(value) } })
    strange.add(value)
    return []
  })
  const shapes = parts
    .toSorted((a, b) => a.order - b.order || a.shape.labelIndex - b.shape.labelIndex)
    .map(({ shape }) => shape)
  return { shapes, problems }

  function indexOf(value: number, object: number): number {
    if (labelOf.isGround(value)) return 0
    const key = `${value}/${object}`
    const existing = pairs.get(key)
    if (existing !== undefined) return existing.index
    pairs.set(key, { value, object, index: met.length })
    met.push({ value, object })
    return met.length - 1
  }
}

function objectNumbers(picture: PngRows): (value: number) => number {
  if (picture.palette.length > 0 || picture.header.colourType === 0) return (value) => value
  return (colour) => {
    let number = 0
    for (let bit = 0; bit < 8; bit += 1) {
      for (const [channel, shift] of [16, 8, 0].entries())
        number |= ((colour >> (shift + 7 - bit)) & 1) << (bit * 3 + channel)
    }
    return number
  }
}

import type { FormatKind } from '@vermilion/contract/formats/offers'
import { splits } from '@vermilion/contract/datasets/kinds'
import { readAttributes } from '@vermilion/contract/formats/attributes'
import type { Decoded, FileReader } from '@vermilion/contract/formats/codec'
import type { LabeledShape } from '@vermilion/contract/formats/labeled-images'
import {
  type FormatProblem,
  type FormatProblemReason,
  leftOutBy,
  sayProblem,
} from '@vermilion/contract/formats/problems/problems'
import { tags } from '@vermilion/contract/kernel/fields'
import type { Text } from '@vermilion/contract/kernel/text'
import { geometries } from '@vermilion/contract/labels/index'
import { maximumPathLength } from '@vermilion/contract/paths'
import { writeJson } from '#platform/database/columns'
import { createDescribed } from './described.ts'
import type { DecodedImage, DecodedPart, DecodedProblem, DecodeOrder } from './decode-messages.ts'
import { detectFormatOf, type Documents } from './detect-format.ts'
import { formatUnknown, reasonOfMarks, reasonWithoutLabels } from './no-labels.ts'

/** Limits of a part, so that it is received within milliseconds. */
const partImages = 500
const partShapes = 10_000
const partText = 4_000_000
const maxShapes = 100_000

/** Reported for the first image only: it may apply to every one. */
const reportedOnce: ReadonlySet<FormatProblemReason> = new Set(['boxes-as-rectangles'])

type DecodedImageEvent = Extract<Decoded, { type: 'image' }>

interface Readable extends Documents {
  readonly sizes: readonly number[]
}

export async function decodeFiles(
  files: Readable,
  { format, kinds, from, annotator }: DecodeOrder,
  send: (part: DecodedPart, finished: boolean) => Promise<void>,
): Promise<Text | undefined> {
  const detectedFormat = format === 'auto' ? await detectFormatOf(files) : format
  if (detectedFormat === null) return formatUnknown
  const unreadable = await reasonOfMarks(files, detectedFormat)
  if (unreadable !== undefined) return unreadable
  const collector = createCollector(detectedFormat, from)
  const sizes = new Map(files.paths.map((path, index) => [path, files.sizes[index] ?? 0]))
  const reader: FileReader = {
    paths: () => files.paths,
    open: (path) => files.read(path, (reason) => collector.problem({ file: path, line: null, reason }, true)),
    size: (path) => sizes.get(path) ?? 0,
  }
  const { formats } = await import('@vermilion/contract/formats/registry')
  const reportedReasons = new Set<FormatProblemReason>()
  const options = { kinds, annotator: annotator ?? undefined }
  for await (const decoded of formats[detectedFormat].decode(reader, options)) {
    if (decoded.type === 'class') collector.class(decoded.value)
    else if (decoded.type === 'problem') {
      const { reason } = decoded.problem
      if (!reportedReasons.has(reason)) collector.problem(problemOf(decoded.problem), isLoss(decoded.problem))
      if (reportedOnce.has(reason)) reportedReasons.add(reason)
    } else if (decoded.type === 'annotators') collector.annotators(decoded.names)
    else collector.image(decoded)
    if (collector.isFull()) await send(collector.take(), false)
  }
  const reason = await reasonWithoutLabels(files, { format: detectedFormat, ...collector.totals() })
  // The last part completes the decoding; problems of files without labels are reported before it fails.
  await send(collector.take(), reason === undefined)
  return reason
}

function isLoss(problem: FormatProblem): boolean {
  return ['dataset', 'file', 'image', 'label'].includes(leftOutBy(problem))
}

function problemOf(problem: FormatProblem): DecodedProblem {
  const reason = { en: sayProblem(problem, 'en-US'), zh: sayProblem(problem, 'zh-CN') }
  return { file: problem.file, line: problem.line ?? null, reason }
}

/** Images known from an earlier attempt are skipped, but classes are reported again. */
function createCollector(
  formatKind: FormatKind,
  { images: knownImages, problems: knownProblems }: DecodeOrder['from'],
) {
  let [images, problems, shapes, text] = [0, 0, 0, 0]
  const totals: { shapes: number; losses: number; firstLoss?: DecodedProblem } = { shapes: 0, losses: 0 }
  const empty = () => ({
    format: formatKind,
    classes: [] as DecodedPart['classes'][number][],
    images: [] as DecodedImage[],
    problems: [] as DecodedProblem[],
    described: [] as DecodedPart['described'],
    annotators: [] as string[],
  })
  let part = empty()
  let annotators: readonly string[] = []
  let described = createDescribed()

  function problem(one: DecodedProblem, loss = false): void {
    problems += 1
    if (loss) {
      totals.losses += 1
      totals.firstLoss ??= one
    }
    if (problems > knownProblems) part.problems.push(one)
  }

  return {
    problem,
    totals: () => totals,
    class: (one: DecodedPart['classes'][number]) => void part.classes.push(one),
    annotators: (names: readonly string[]) => void (annotators = names),
    image(decoded: DecodedImageEvent): void {
      images += 1
      const names = annotators
      annotators = []
      const { image } = decoded
      const { stored, fitting, unfit } = checked(decoded)
      for (const reason of unfit) problem({ file: image.path.slice(0, maximumPathLength), line: null, reason }, true)
      totals.shapes += fitting.length
      if (images <= knownImages || stored === undefined) return
      part.images.push(stored)
      part.annotators.push(...names)
      for (const shape of fitting) described.add(shape)
      shapes += stored.shapeCount
      text += stored.shapes.length
    },
    isFull: () =>
      part.images.length >= partImages ||
      part.problems.length >= partImages ||
      shapes >= partShapes ||
      text >= partText,
    take(): DecodedPart {
      const used = { ...part, described: described.list() }
      part = empty()
      described = createDescribed()
      shapes = 0
      text = 0
      return used
    },
  }
}

function checked({ image, file, sidecar, folder = '' }: DecodedImageEvent): {
  stored: DecodedImage | undefined
  fitting: LabeledShape[]
  unfit: Text[]
} {
  const { path, width, height } = image
  if (path === '' || path.length > maximumPathLength) {
    return { stored: undefined, fitting: [], unfit: [{ en: 'its path cannot be used', zh: '图片路径不可用' }] }
  }
  const isUnknown = width === 0 && height === 0
  if (!isUnknown && !(width > 0 && height > 0 && Number.isFinite(width * height))) {
    return { stored: undefined, fitting: [], unfit: [{ en: 'its size is no size', zh: '图片尺寸无效' }] }
  }
  const retained: LabeledShape[] = []
  const classes = new Map<number, number>()
  let wrong = 0
  for (const shape of image.shapes) {
    const geometry = geometries[shape.kind].safeParse(shape)
    if (!geometry.success || retained.length === maxShapes) {
      wrong += 1
      continue
    }
    const { labelIndex, score, group } = shape
    retained.push({
      ...geometry.data,
      labelIndex,
      ...(score !== undefined && score >= 0 && score <= 1 ? { score } : {}),
      ...readAttributes(shape.attributes, '').values,
      ...(group === undefined ? {} : { group }),
    })
    classes.set(labelIndex, (classes.get(labelIndex) ?? 0) + 1)
  }
  const input = tags.safeParse(image.tags ?? [])
  const stored: DecodedImage = {
    path,
    width,
    height,
    split: splits.find((split) => split === image.split) ?? null,
    tags: writeJson(input.success ? input.data : []),
    file,
    sidecar: sidecar ?? null,
    folder,
    shapes: writeJson(retained),
    shapeCount: retained.length,
    classes: [...classes],
    isLabeled: image.unlabeled === true ? 0 : 1,
  }
  const unfit = { en: `${wrong} of its labels are no shapes, or too many`, zh: `${wrong} 个标注不是有效形状或数量过多` }
  return { stored, fitting: retained, unfit: wrong === 0 ? [] : [unfit] }
}

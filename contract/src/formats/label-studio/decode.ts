import { decodeDocuments, reportIn, type DocumentNeeds, type Report } from '../decode-documents.ts'
import type { Decoded, DecodeOptions, FileReader, ImageSize } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { type ImageFiles } from '../images/image-files.ts'
import { cleanPath, fileName, folderOf, isNamed, joinPath } from '../images/image-paths.ts'
import { imageSizeOf } from '../images/image-size.ts'
import { parsePart } from '../json/parse-part.ts'
import { readJsonParts } from '../json/read-parts.ts'
import type { LabeledShape } from '../labeled-images.ts'
import { ownImagePath } from '../images/remaining-images.ts'
import { splitInPath, splitOf } from '../splits.ts'
import { readConfiguredLabels } from './configuration.ts'
import { type LabelStudioTask, readResult, readTask } from './entries.ts'
import { isPlace } from './read-shape.ts'
import { readShapes } from './read-shapes.ts'
import { selectAnswers } from './select-answers.ts'

interface Needs extends DocumentNeeds {
  readonly configured: ReadonlySet<string>
}

/** Decodes JSON and JSON_MIN exports; `config.xml` beside them gives the class order. */
export function decodeLabelStudio(reader: FileReader, options?: DecodeOptions): AsyncGenerator<Decoded> {
  const configured = new Set<string>()
  return decodeDocuments(
    {
      names: /\.json$/i,
      async prepare({ classes }, paths) {
        const configuration = paths.find((path) => isNamed(path, 'config.xml'))
        for (const label of await readConfiguredLabels(reader, configuration)) {
          configured.add(label.name)
          classes.indexOf(label)
        }
      },
      decode: (needs, file) => decodeDocument({ ...needs, configured }, file),
    },
    reader,
    options,
  )
}

async function* decodeDocument(needs: Needs, file: string): AsyncGenerator<Decoded> {
  const problem = reportIn(file)
  const first = readJsonParts(needs.reader.open(file))
  let step = await first.next()
  while (step.done !== true) step = await first.next()
  const { broken, isList } = step.value
  if (broken !== null) {
    const { reason, line, detail } = broken
    yield problem({ reason, values: { detail, limit: detail } }, line)
    return
  }
  if (!isList) {
    yield problem({ reason: 'list-missing', values: { list: 'tasks' } })
    return
  }
  let pending: TaskAt | null = null
  for await (const { bytes, index, line } of readJsonParts(needs.reader.open(file))) {
    const read = parsePart(bytes)
    if (!('value' in read)) {
      yield problem(read.problem, line)
      continue
    }
    const task = readTask(read.value, index ?? 0, needs.configured)
    if (task === null) {
      const values = { where: `task at place ${(index ?? 0) + 1}`, field: 'data', detail: 'no image' }
      yield problem({ reason: 'image-entry-invalid', values }, line)
      continue
    }
    // In `JSON_MIN` each annotation of a task is a separate row.
    if (pending !== null && task.row !== null && pending.task.row === task.row) {
      pending = withAnswers(pending, task)
      continue
    }
    if (pending !== null) yield* decodeAt(needs, pending, { file, problem })
    pending = { task, line }
  }
  if (pending !== null) yield* decodeAt(needs, pending, { file, problem })
}

interface Document {
  readonly file: string
  readonly problem: Report
}

interface TaskAt {
  readonly task: LabelStudioTask
  readonly line: number
}

const withAnswers = ({ task, line }: TaskAt, { answers }: LabelStudioTask): TaskAt => ({
  line,
  task: { ...task, answers: [...task.answers, ...answers] },
})

const decodeAt = (needs: Needs, { task, line }: TaskAt, document: Document) =>
  decodeTask(needs, task, { ...document, problem: (finding) => document.problem(finding, line) })

async function* decodeTask(
  { reader, images, classes, named, options }: Needs,
  { where, image, size: statedSize, split: statedSplit, answers, predicted }: LabelStudioTask,
  { file: documentPath, problem }: Document,
): AsyncGenerator<Decoded> {
  const folder = folderOf(documentPath)
  const { path, file } = fileOf(image, images, folder)
  if (file !== null) named.add(file)
  const { taken, others } = selectAnswers({ answers, predicted }, options.annotator)
  const names = [...new Set(answers.flatMap(({ annotator }) => annotator ?? []))]
  if (names.length > 0) yield { type: 'annotators', names }
  const entries = taken?.flat() ?? []
  const size = sizeIn(entries) ?? statedSize ?? (await imageSizeOf(reader, path, file))
  const split = splitOf(statedSplit) ?? splitInPath(file ?? image) ?? splitInPath(documentPath)
  const facts = split === null ? {} : { split }
  const imageSize = size === null || size.width === 0 ? { width: 1, height: 1 } : size
  if (taken === null) {
    yield { type: 'image', file, folder, image: { path, ...imageSize, shapes: [], unlabeled: true, ...facts } }
    return
  }
  if (imageSize !== size && entries.some(isPlaceEntry)) {
    yield problem({ reason: 'image-size-unknown', values: { path } })
    return
  }
  if (others > 0) yield problem({ reason: 'annotations-left-out', values: { where, count: others } })
  const read = taken.map((results) => readShapes(results, imageSize, where, classes))
  const all = read.flatMap((one) => one.shapes)
  const shapes = taken.length > 1 ? eachClassOnce(all) : all
  const refused = read.reduce((sum, one) => sum + one.refused, 0)
  const problems = read.flatMap((one) => one.problems)
  yield* classes.drainNew()
  const { accepted, problems: unfit } = acceptShapes({ path, shapes, kinds: options.kinds, size: imageSize, refused })
  for (const finding of [...problems, ...unfit]) yield problem(finding)
  yield { type: 'image', file, folder, image: { path, ...imageSize, ...accepted, ...facts } }
}

/** Several annotators may give the same image-level class. */
function eachClassOnce(shapes: readonly LabeledShape[]): LabeledShape[] {
  const classes = new Set<number>()
  return shapes.filter(({ kind, labelIndex }) => {
    if (kind !== 'class') return true
    const isNew = !classes.has(labelIndex)
    classes.add(labelIndex)
    return isNew
  })
}

/** True when the result has a position in the image, so that its stated size is the image's. */
function isPlaceEntry(entry: unknown): boolean {
  const read = readResult(entry)
  return 'value' in read && isPlace(read.value)
}

function sizeIn(results: readonly unknown[]): ImageSize | null {
  for (const entry of results) {
    const read = readResult(entry)
    if (!('value' in read)) continue
    const { original_width: width, original_height: height } = read.value
    if (width && height && width * height <= 500_000_000) return { width, height }
  }
  return null
}

/**
 * Finds the image of an address: `/data/upload/1/0a1b2c3d-cat.jpg` (an eight-letter prefix), `/data/local-files/?d=cats/cat.jpg`, or `s3://…`.
 */
function fileOf(address: string, images: ImageFiles, folder: string): { path: string; file: string | null } {
  const local = /[?&]d=([^&]+)/.exec(address)?.[1]
  const plain = cleanPath(decoded(local ?? address.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '')))
  const isUpload = /(?:^|\/)(?:data\/)?upload\//.test(address) || !plain.includes('/')
  const own = isUpload ? fileName(plain).replace(/^[0-9a-f]{8}-(?=.)/, '') : plain
  const folders = [folder, joinPath(folder, 'images'), '', 'images']
  const match = images.find(own, folders) ?? images.find(fileName(plain), folders)
  // When the URL has folders, an equal name in another folder is another image.
  const isNamed =
    match !== null && (isUpload || `/${match}`.endsWith(`/${plain}`) || ownImagePath(match) === ownImagePath(plain))
  if (!isNamed) return { path: ownImagePath(own), file: null }
  return { path: ownImagePath(match), file: match }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

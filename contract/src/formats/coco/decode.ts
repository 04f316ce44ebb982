import { type ClassList, createClassList } from '../class-list.ts'
import type { Decoded, DecodeOptions, FileReader } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { type ImageFiles, imageFilesOf, listedPaths } from '../images/image-files.ts'
import { folderOf } from '../images/image-paths.ts'
import { measuredSize } from '../frames/measured-size.ts'
import { imageSizeOf } from '../images/image-size.ts'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import type { FormatProblem, ProblemFinding } from '../problems/problems.ts'
import { collect } from './collect.ts'
import { type CocoAnnotation, nameOf, type Read, readAnnotation, runsSizeOf } from './entries.ts'
import { cocoFiles, type CocoFile } from './layout.ts'
import { readShape } from './read-shape.ts'
import { type Survey, survey } from './survey.ts'

/** Raw annotation bytes held at once. Larger documents are read in several passes. */
const windowBytes = 64 * 1024 * 1024

/** Lists may be in any order: a first pass indexes annotations, each further pass reads those of as many images as fit. */
export async function* decodeCocoFiles(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const files = cocoFiles(paths)
  if (files.length === 0) yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const images = imageFilesOf(paths)
  const classes = createClassList()
  const named = new Set<string>()
  for (const file of files) yield* decodeFile({ reader, file, images, classes, named, options })
  for (const file of images.paths) if (!named.has(file)) yield unlabeled(file, files)
}

function unlabeled(file: string, files: readonly CocoFile[]): Decoded {
  const home = files.flatMap(({ folders, split }) => folders.map((folder) => ({ folder, split })))
  const match = home.find(({ folder }) => folder !== '' && file.startsWith(`${folder}/`))
  const path = match === undefined ? file : file.slice(match.folder.length + 1)
  const image: LabeledImage = { path, width: 1, height: 1, shapes: [], unlabeled: true }
  return { type: 'image', file, image: match?.split ? { ...image, split: match.split } : image }
}

async function* decodeFile(needs: {
  reader: FileReader
  file: CocoFile
  images: ImageFiles
  classes: ClassList
  named: Set<string>
  options: DecodeOptions
}): AsyncGenerator<Decoded> {
  const { reader, file, images, classes, named, options } = needs
  const documentSurvey = yield* asProblems(survey(reader, file.path))
  if (documentSurvey === null) return
  const { labels, problems } = labelsOf(documentSurvey, classes)
  yield* classes.drainNew()
  for (const problem of problems) yield { type: 'problem', problem: { file: file.path, ...problem } }
  let isFirst = true
  for (const window of windowsOf(documentSurvey)) {
    const slots = window.map(({ slot }) => slot)
    const collected = yield* asProblems(collect(reader, file.path, documentSurvey, slots, isFirst))
    isFirst = false
    for (const { image: stated, slot } of window) {
      const at = images.find(stated.path, file.folders)
      const size = stated.width > 0 ? null : await imageSizeOf(reader, stated.path, at)
      const annotations = collected
        .of(slot)
        .map(({ entry, index, line }) => ({ entry, index, line, read: readAnnotation(entry, index) }))
      const image = {
        ...stated,
        ...measuredSize(
          size ?? stated,
          annotations.flatMap(({ read }) => runsSizeOf(read)),
        ),
      }
      const shapes: LabeledShape[] = []
      let refused = 0
      for (const { line, ...annotation } of annotations) {
        const read = shapeOf(annotation, image, labels, options)
        for (const problem of read.problems) yield { type: 'problem', problem: { file: file.path, line, ...problem } }
        if (read.shape === null) refused += 1
        else shapes.push(read.shape)
      }
      const { path } = image
      const { accepted, problems: unfit } = acceptShapes({
        path,
        shapes,
        kinds: options.kinds,
        size: image,
        refused,
      })
      for (const problem of unfit) yield { type: 'problem', problem: { file: file.path, ...problem } }
      if (at !== null) named.add(at)
      const unseen = documentSurvey.hasAnnotations && !/image_info_[^/]+$/.test(file.path) ? {} : { unlabeled: true }
      const split = file.split === null ? {} : { split: file.split }
      yield {
        type: 'image',
        file: at,
        folder: folderOf(file.path),
        image: { ...image, ...accepted, ...split, ...unseen },
      }
    }
  }
}

async function* asProblems<T>(walk: AsyncGenerator<FormatProblem, T>): AsyncGenerator<Decoded, T> {
  for (;;) {
    const step = await walk.next()
    if (step.done) return step.value
    yield { type: 'problem', problem: step.value }
  }
}

function labelsOf({ categories, usedCategories }: Survey, classes: ClassList) {
  const labels = new Map<string, number>()
  const problems: ProblemFinding[] = []
  for (const { id, value, supercategory } of categories) {
    if (labels.has(String(id))) problems.push({ reason: 'id-twice', values: { where: `category ${id}` } })
    // Roboflow's list starts with the project name as a supercategory.
    const isHeading =
      supercategory === 'none' &&
      !usedCategories.has(String(id)) &&
      categories.some((other) => other.supercategory === value.name)
    if (!isHeading) labels.set(String(id), classes.indexOf(value))
  }
  return { labels, problems }
}

function* windowsOf({ images, bytesOf }: Survey): Generator<Survey['images']> {
  let window: Survey['images'] = []
  let bytes = 0
  for (const image of images) {
    const own = bytesOf(image.slot)
    if (window.length > 0 && bytes + own > windowBytes) {
      yield window
      window = []
      bytes = 0
    }
    window.push(image)
    bytes += own
  }
  if (window.length > 0) yield window
}

interface AnnotationAt {
  readonly entry: unknown
  readonly index: number
  readonly read: Read<CocoAnnotation>
}

function shapeOf(
  { entry, index, read: annotation }: AnnotationAt,
  image: LabeledImage,
  labels: ReadonlyMap<string, number>,
  options: DecodeOptions,
): { shape: LabeledShape | null; problems: ProblemFinding[] } {
  if (annotation.problem !== undefined) return { shape: null, problems: [annotation.problem] }
  const where = nameOf(entry, 'annotation', index)
  const labelIndex = labels.get(String(annotation.value.category_id))
  if (labelIndex === undefined) {
    const values = { where, class: annotation.value.category_id }
    return { shape: null, problems: [{ reason: 'class-unknown', values }] }
  }
  const read = readShape(annotation.value, labelIndex, image, where, options.kinds)
  if (read.problem !== undefined) return { shape: null, problems: [read.problem] }
  return { shape: read.value, problems: read.notes ?? [] }
}

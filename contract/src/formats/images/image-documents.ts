import type { LabelKind } from '../../labels/index.ts'
import { type ClassList, createClassList } from '../class-list.ts'
import type { Decoded, DecodeOptions, FileReader, ImageSize } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { type ImageFiles, imageFilesOf, listedPaths } from './image-files.ts'
import { fileName, folderOf, isImagePath, joinPath, stemOf } from './image-paths.ts'
import { imageSizeOf, unknownSize } from './image-size.ts'
import { createSidecars, isStemOf, type SidecarImage } from './sidecars.ts'
import type { GeometryOf, LabeledShape, Split } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { readText } from '../text/read-text.ts'
import { remainingImages } from './remaining-images.ts'
import { splitInPath } from '../splits.ts'

type Geometry = { [Kind in LabelKind]: GeometryOf<Kind> }[LabelKind]
export type NamedShape = Geometry & Omit<LabeledShape, 'labelIndex' | 'kind'> & { readonly label: string }

export interface ImageDocument {
  readonly path: string
  readonly folders: readonly string[]
  readonly size: ImageSize | null
  readonly stated?: string
  readonly labels: (image: ImageSize) => readonly ReadLabel[]
}
export type ReadLabel =
  | { shape: NamedShape; notes?: readonly ProblemFinding[]; problem?: undefined }
  | { problem: ProblemFinding }

export interface DocumentLayout {
  readonly isDocument: (path: string) => boolean
  readonly isPicture?: (path: string) => boolean
  readonly read: (
    text: string,
    file: string,
  ) => ImageDocument | { readonly problem: ProblemFinding; readonly line?: number }
}

export async function* decodeImageDocuments(
  layout: DocumentLayout,
  reader: FileReader,
  options: DecodeOptions = {},
): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const documents = paths.filter(layout.isDocument)
  if (documents.length === 0) yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const images = imageFilesOf(paths.filter((path) => layout.isPicture?.(path) !== true))
  const imageOfSidecar = createSidecars(images, documents)
  const classes = createClassList()
  const named = new Set<string>()
  for (const file of documents) {
    const text = await readText(reader, file)
    if (text.problem !== undefined) {
      yield { type: 'problem', problem: { file, ...text.problem } }
      continue
    }
    const document = layout.read(text.text, file)
    if ('problem' in document) {
      const { problem, line } = document
      yield { type: 'problem', problem: { file, ...(line === undefined ? {} : { line }), ...problem } }
      continue
    }
    const { folders, stated } = document
    const { path, at, sidecar } =
      stated === undefined
        ? placeOf(document, file, images)
        : imageOfSidecar({ file, stated, home: folderOf(document.path), folders })
    const size = document.size ?? (await imageSizeOf(reader, path, at)) ?? (at === null ? unknownSize : null)
    if (size === null) {
      yield { type: 'problem', problem: { file, reason: 'image-size-unknown', values: { path } } }
      continue
    }
    if (at !== null && isStemOf(fileName(sidecar), at)) named.add(at)
    yield* imageOf({ file, at, sidecar, path, size, labels: document.labels(size), classes, options })
  }
  yield* remainingImages(images, named)
}

function placeOf({ path, folders }: ImageDocument, file: string, images: ImageFiles): SidecarImage {
  const at = images.find(path, folders)
  const ending = at === null || isImagePath(path) ? '' : at.slice(stemOf(at).length)
  return { path: `${path}${ending}`, at, sidecar: joinPath(folderOf(file), fileName(stemOf(path))) }
}

interface ImageOf {
  readonly file: string
  readonly sidecar?: string
  readonly folder?: string
  readonly at: string | null
  readonly path: string
  readonly size: ImageSize
  readonly labels: readonly ReadLabel[]
  readonly classes: ClassList
  readonly options: DecodeOptions
  readonly refusedBefore?: number
  /** The split of the file's folder by default. */
  readonly split?: Split | null
}

export function* imageOf({
  file,
  at,
  sidecar,
  folder,
  path,
  size,
  labels,
  classes,
  options,
  refusedBefore = 0,
  ...more
}: ImageOf): Generator<Decoded> {
  const shapes: LabeledShape[] = []
  let refused = refusedBefore
  for (const read of labels) {
    if (read.problem !== undefined) {
      refused += 1
      yield { type: 'problem', problem: { file, ...read.problem } }
      continue
    }
    const { label, ...shape } = read.shape
    shapes.push({ ...shape, labelIndex: classes.indexOf({ name: label }) })
    for (const note of read.notes ?? []) yield { type: 'problem', problem: { file, ...note } }
  }
  yield* classes.drainNew()
  const { accepted, problems } = acceptShapes({ path, shapes, kinds: options.kinds, size, refused })
  for (const finding of problems) yield { type: 'problem', problem: { file, ...finding } }
  const split = more.split === undefined ? splitInPath(file) : more.split
  const image = { path, ...size, ...accepted, ...(split === null ? {} : { split }) }
  const document = { ...(sidecar === undefined ? {} : { sidecar }), ...(folder === undefined ? {} : { folder }) }
  yield { type: 'image', file: at, image, ...document }
}

import { type ClassList, createClassList } from './class-list.ts'
import type { Decoded, DecodeOptions, FileReader } from './codec.ts'
import { type ImageFiles, imageFilesOf, listedPaths } from './images/image-files.ts'
import type { FormatProblem, ProblemFinding } from './problems/problems.ts'
import { remainingImages } from './images/remaining-images.ts'

export interface DocumentNeeds {
  readonly reader: FileReader
  readonly images: ImageFiles
  readonly classes: ClassList
  readonly named: Set<string>
  readonly options: DecodeOptions
}

interface Layout {
  readonly names: RegExp
  readonly prepare?: (needs: DocumentNeeds, paths: readonly string[]) => Promise<void>
  readonly decode: (needs: DocumentNeeds, file: string) => AsyncGenerator<Decoded>
}

export async function* decodeDocuments(
  { names, prepare, decode }: Layout,
  reader: FileReader,
  options: DecodeOptions = {},
): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const documents = paths.filter((path) => names.test(path))
  if (documents.length === 0) yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const images = imageFilesOf(paths)
  const needs: DocumentNeeds = { reader, images, classes: createClassList(), named: new Set(), options }
  await prepare?.(needs, paths)
  yield* needs.classes.drainNew()
  for (const file of documents) yield* decode(needs, file)
  yield* remainingImages(images, needs.named)
}

export type Report = (finding: ProblemFinding, line?: number) => { type: 'problem'; problem: FormatProblem }

export const reportIn =
  (file: string): Report =>
  (finding, line) => ({ type: 'problem', problem: { file, ...(line === undefined ? {} : { line }), ...finding } })

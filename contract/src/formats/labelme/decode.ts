import { z } from 'zod'
import { type ClassList, createClassList } from '../class-list.ts'
import type { Decoded, DecodeOptions, FileReader, ImageSize } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { imageFilesOf, listedPaths } from '../images/image-files.ts'
import { cleanPath, fileName, folderOf, joinPath } from '../images/image-paths.ts'
import { imageSizeOf } from '../images/image-size.ts'
import { readJsonText } from '../json/json-text.ts'
import { createSidecars, isStemOf } from '../images/sidecars.ts'
import { remainingImages } from '../images/remaining-images.ts'
import type { LabeledShape } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { readLines, readText } from '../text/read-text.ts'
import { splitInPath, splitOf } from '../splits.ts'
import { readLabelmeShape } from './read-shape.ts'

const document = z.object({
  imagePath: z.string().nullish(),
  imageWidth: z.number().int().positive().nullish().catch(null),
  imageHeight: z.number().int().positive().nullish().catch(null),
  flags: z.custom<object>(isRecord).nullish().catch(null),
  shapes: z.array(z.unknown()).max(1_000_000),
})

/** A record schema would drop a class named like an Object.prototype member. */
function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export async function* decodeLabelme(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const files = paths.filter((path) => /\.json$/i.test(path))
  if (files.length === 0) yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const images = imageFilesOf(paths)
  const classes = createClassList()
  const list = paths.find((path) => /^(?:labels|classes)\.txt$/i.test(fileName(path)))
  for (const name of await readLines(reader, list))
    if (!/^_(?:_ignore_|background)_$/.test(name)) classes.indexOf({ name })
  yield* classes.drainNew()
  const named = new Set<string>()
  const imageOfSidecar = createSidecars(images, files)
  for (const file of files) {
    const read = await readDocument(reader, file)
    if (read.problem !== undefined) {
      yield { type: 'problem', problem: { file, ...read.problem } }
      continue
    }
    const home = folderOf(file)
    const stated = fileName(cleanPath(read.value.imagePath ?? ''))
    const { at, sidecar, ...match } = imageOfSidecar({
      file,
      stated: stated === '' ? null : stated,
      home,
      folders: [home, joinPath(folderOf(home), 'images'), joinPath(home, 'images')],
    })
    const path = ownPath(match.path)
    const { imageWidth: width, imageHeight: height } = read.value
    const size = width && height ? { width, height } : await imageSizeOf(reader, path, at)
    if (size === null) {
      yield { type: 'problem', problem: { file, reason: 'image-size-unknown', values: { path } } }
      continue
    }
    if (at !== null && isStemOf(fileName(sidecar), at)) named.add(at)
    const { shapes, refused, problems } = await shapesOf(read.value, size, classes)
    const { accepted, problems: unfit } = acceptShapes({ path, shapes, kinds: options.kinds, size, refused })
    for (const problem of [...problems, ...unfit]) yield { type: 'problem', problem: { file, ...problem } }
    yield* classes.drainNew()
    const split = splitInPath(file)
    const image = { path, ...size, ...accepted, ...(split === null ? {} : { split }) }
    yield { type: 'image', file: at, sidecar, image }
  }
  yield* remainingImages(images, named, ownPath)
}

function ownPath(path: string): string {
  const [first, ...rest] = path.split('/')
  return rest.length > 0 && splitOf(first!) !== null ? rest.join('/') : path
}

async function shapesOf(
  { flags, shapes: entries }: z.output<typeof document>,
  size: ImageSize,
  classes: ClassList,
): Promise<{ shapes: LabeledShape[]; refused: number; problems: ProblemFinding[] }> {
  const problems: ProblemFinding[] = []
  let refused = 0
  const shapes: LabeledShape[] = []
  for (const [name, isSet] of Object.entries(flags ?? {})) {
    if (isSet === true && name !== '') shapes.push({ kind: 'class', labelIndex: classes.indexOf({ name }) })
  }
  for (const [index, entry] of entries.entries()) {
    const shape = await readLabelmeShape(entry, index, size)
    if (shape.problem !== undefined) {
      refused += 1
      problems.push(shape.problem)
      continue
    }
    shapes.push({ ...shape.value.shape, labelIndex: classes.indexOf({ name: shape.value.label }) })
    problems.push(...shape.value.unread)
  }
  return { shapes, refused, problems }
}

async function readDocument(
  reader: FileReader,
  file: string,
): Promise<{ value: z.output<typeof document>; problem?: undefined } | { problem: ProblemFinding }> {
  const read = await readText(reader, file)
  if (read.problem !== undefined) return read
  return readJsonText(read.text, document, 'shapes')
}

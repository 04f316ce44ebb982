import { createClassList } from '../class-list.ts'
import type { Decoded, DecodeOptions, FileReader } from '../codec.ts'
import { type ImageFiles, imageFilesOf, listedPaths } from '../images/image-files.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { cleanPath, fileName, isImagePath, isNamed, joinPath, stemOf } from '../images/image-paths.ts'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import { lineEnds, readLines, readText } from '../text/read-text.ts'
import { splitOf } from '../splits.ts'
import {
  classOfFolder,
  orderOf,
  outerFolder,
  parsePath,
  type ImageLocation,
  readListLine,
  unlabeledFolder,
} from './layout.ts'

export async function* decodeImagenet(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const classes = createClassList()
  const synsets = paths.find((path) => isNamed(path, 'synsets.txt'))
  const names = (await readLines(reader, synsets)).map(classOfFolder)
  for (const name of names) classes.indexOf({ name })
  yield* classes.drainNew()
  const outer = synsets === undefined ? outerFolder(paths) : synsets.slice(0, -'synsets.txt'.length)
  const images = imageFilesOf(paths)
  const lists = paths.filter(
    (path) => /\.txt$/i.test(path) && path !== synsets && splitOf(fileName(path).slice(0, -4)) !== null,
  )
  const below = images.paths.map((path) => path.slice(outer.length))
  if (images.paths.length === 0 && lists.length === 0)
    yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  yield* notesAmong(paths, new Set([...lists, synsets]))
  const order = orderOf(below)
  // A list that names images gives their split when paths have none.
  const classByFile = new Map<string, string>()
  async function* decodeImage(
    { path, split, className }: ImageLocation,
    from: { file: string; line?: number },
    at: string | null,
  ) {
    const size = (await reader.imageSize?.(path)) ?? { width: 1, height: 1 }
    const isUnlabeled = className === unlabeledFolder
    const shapes: LabeledShape[] = isUnlabeled
      ? []
      : [{ kind: 'class', labelIndex: classes.indexOf({ name: className }) }]
    yield* classes.drainNew()
    const { accepted, problems } = acceptShapes({ path, shapes, kinds: options.kinds, size, refused: 0 })
    for (const problem of problems) yield { type: 'problem', problem: { ...from, ...problem } } as const
    const facts = { ...(split === null ? {} : { split }), ...(isUnlabeled ? { unlabeled: true } : {}) }
    const image: LabeledImage = { path, ...size, ...accepted, ...facts }
    yield { type: 'image', file: at, image } as const
  }
  const listedImages =
    synsets === undefined ? new Map<string, ImageLocation>() : await readLists({ reader, lists, names, outer, images })
  const splits = new Map<string, ImageLocation['split']>()
  if (order === 'class') {
    for (const list of lists) {
      const split = splitOf(fileName(list).slice(0, -4))
      for (const line of await readLines(reader, list)) splits.set(readListLine(line)?.path ?? line, split)
    }
  }
  for (const [index, file] of images.paths.entries()) {
    const path = below[index]!
    const listed = listedImages.get(file)
    const folders = parsePath(path, order)
    const location = listed !== undefined && folders?.className !== listed.className ? listed : folders
    if (location === null) {
      yield { type: 'problem', problem: { file, reason: 'class-missing', values: { where: path } } }
      continue
    }
    classByFile.set(path, file)
    if (location === listed) classByFile.set(listed.path, file)
    yield* decodeImage({ ...location, split: location.split ?? splits.get(path) ?? null }, { file }, file)
  }
  for (const list of lists) {
    const read = await readText(reader, list)
    if (read.problem !== undefined) {
      yield { type: 'problem', problem: { file: list, ...read.problem } }
      continue
    }
    for (const [index, line] of read.text.split(lineEnds).entries()) {
      const { path: stated, labelIndex } = readListLine(line) ?? { labelIndex: null }
      if (labelIndex === null || classByFile.has(stated)) continue
      const className = names[labelIndex]
      const problem = { file: list, line: index + 1 }
      if (className === undefined) {
        const values = { class: labelIndex, count: names.length }
        yield { type: 'problem', problem: { ...problem, reason: 'class-number-unknown', values } }
        continue
      }
      const location = parsePath(stated, orderOf([isImagePath(stated) ? stated : `${stated}.jpg`]))
      const isPlaced = location?.className === className
      const split = splitOf(fileName(list).slice(0, -4))
      yield* decodeImage({ className, split, path: isPlaced ? location.path : stated }, problem, null)
    }
  }
}

function* notesAmong(paths: readonly string[], lists: ReadonlySet<string | undefined>): Generator<Decoded> {
  for (const path of paths)
    if (!isImagePath(path) && !lists.has(path)) yield { type: 'problem', problem: { file: path, reason: 'no-image' } }
}

interface Lists {
  readonly reader: FileReader
  readonly lists: readonly string[]
  readonly names: readonly string[]
  readonly outer: string
  readonly images: ImageFiles
}

/** Lists with class numbers of present images take precedence over folders. */
async function readLists({ reader, lists, names, outer, images }: Lists): Promise<Map<string, ImageLocation>> {
  const locations = new Map<string, ImageLocation>()
  const root = outer.slice(0, -1)
  for (const list of lists) {
    const split = splitOf(fileName(list).slice(0, -4))
    for (const line of await readLines(reader, list)) {
      const entry = readListLine(line)
      const className = entry === null || entry.labelIndex === null ? undefined : names[entry.labelIndex]
      if (entry === null || className === undefined) continue
      const at = images.find(entry.path, [root, joinPath(root, 'images'), 'images'])
      const isNamed = at !== null && [at, stemOf(at)].some((file) => `/${file}`.endsWith(`/${cleanPath(entry.path)}`))
      if (isNamed && !locations.has(at)) locations.set(at, { className, split, path: entry.path })
    }
  }
  return locations
}

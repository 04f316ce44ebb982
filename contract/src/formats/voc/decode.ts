import { createClassList } from '../class-list.ts'
import type { Decoded, DecodeOptions, FileReader } from '../codec.ts'
import { type DocumentNeeds, reportIn } from '../decode-documents.ts'
import { imageOf } from '../images/image-documents.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { imageFilesOf, listedPaths } from '../images/image-files.ts'
import { fileName, folderOf, isNamed, joinPath, stemOf } from '../images/image-paths.ts'
import { imageSizeOf, unknownSize } from '../images/image-size.ts'
import { createSidecars, isStemOf } from '../images/sidecars.ts'
import type { LabeledShape, Split } from '../labeled-images.ts'
import { readLabelMap } from '../label-map.ts'
import { readLines, readText } from '../text/read-text.ts'
import { splitInPath, splitOf } from '../splits.ts'
import { readXmlText } from '../xml/xml.ts'
import { type ClassSetImage, readClassSets } from './class-sets.ts'
import { readVocAnnotation } from './read-annotation.ts'

const layoutFolders = /^(?:.*\/)?(?:JPEGImages|Annotations)\/|^(?:.*\/)?(?:train|valid|val|test)\/(?=[^/]*$)/

export async function* decodeVoc(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const documents = paths.filter((path) => /\.xml$/i.test(path))
  const classSets = documents.length === 0 ? await readClassSets(reader, paths) : new Map<string, ClassSetImage>()
  if (documents.length === 0 && classSets.size === 0)
    yield { type: 'problem', problem: { file: '', reason: 'nothing-found' } }
  const images = imageFilesOf(paths)
  const classes = createClassList()
  const map = paths.find((path) => isNamed(path, 'labelmap.txt'))
  for (const { name, colour } of readLabelMap(await readLines(reader, map))) {
    classes.indexOf({ name, ...(colour === undefined ? {} : { colour }) })
  }
  yield* classes.drainNew()
  const splits = await splitsOf(reader, paths)
  const splitFor = (path: string, file: string): { split?: Split } => {
    const split = splits.get(stemOf(path)) ?? splitInPath(file)
    return split === null ? {} : { split }
  }
  const named = new Set<string>()
  const imageOfSidecar = createSidecars(images, documents)
  const stems = new Set(classSets.keys())
  yield* classSetImages({ reader, images, classes, named, options }, classSets)
  for (const file of documents) {
    const problem = reportIn(file)
    const read = await readText(reader, file)
    if (read.problem !== undefined) {
      yield problem(read.problem)
      continue
    }
    const parsed = readXmlText(read.text)
    if (parsed.problem !== undefined) {
      yield problem(parsed.problem, parsed.line)
      continue
    }
    const annotation = readVocAnnotation(parsed.root)
    const home = folderOf(file.replace(layoutFolders, ''))
    const root = folderOf(file).replace(/(?:^|\/)Annotations(?:\/.*)?$/s, '')
    const { path, at, sidecar } = imageOfSidecar({
      file,
      stated: annotation.fileName,
      home,
      folders: [...['JPEGImages', 'images'].map((name) => joinPath(root, name, home)), folderOf(file), root],
    })
    stems.add(stemOf(path)).add(stemOf(file.replace(layoutFolders, '')))
    const size = annotation.size ?? (await imageSizeOf(reader, path, at)) ?? (at === null ? unknownSize : null)
    if (size === null) {
      yield problem({ reason: 'image-size-unknown', values: { path } })
      continue
    }
    const shapes: LabeledShape[] = []
    let refused = 0
    for (const object of annotation.objects) {
      if (object.problem !== undefined) {
        refused += 1
        yield problem(object.problem, object.line)
        continue
      }
      shapes.push({ ...object.shape, labelIndex: classes.indexOf({ name: object.name }) })
      for (const unread of object.unread) yield problem(unread, object.line)
    }
    yield* classes.drainNew()
    if (at !== null && isStemOf(fileName(sidecar), at)) named.add(at)
    const { accepted, problems } = acceptShapes({ path, shapes, kinds: options.kinds, size, refused })
    for (const finding of problems) yield problem(finding)
    yield { type: 'image', file: at, sidecar, image: { path, ...size, ...accepted, ...splitFor(path, file) } }
  }
  for (const file of images.paths) {
    if (named.has(file)) continue
    const path = file.replace(layoutFolders, '')
    stems.add(stemOf(path))
    yield { type: 'image', file, image: { path, ...unlabeledFacts, ...splitFor(path, file) } }
  }
  // Images that only a list names have just a split.
  for (const [path, split] of splits)
    if (!stems.has(path)) yield { type: 'image', file: null, image: { path, ...unlabeledFacts, split } }
}

const unlabeledFacts = { width: 1, height: 1, shapes: [], unlabeled: true }

async function splitsOf(reader: FileReader, paths: readonly string[]): Promise<Map<string, Split>> {
  const splits = new Map<string, Split>()
  for (const path of paths) {
    const name = /(?:^|\/)ImageSets\/Main\/([^/]+)\.txt$/.exec(path)?.[1]
    const split = name === undefined ? null : splitOf(name)
    if (split === null) continue
    for (const line of await readLines(reader, path)) splits.set(line, split)
  }
  return splits
}

async function* classSetImages(
  { reader, images, classes, named, options }: DocumentNeeds,
  classSets: ReadonlyMap<string, ClassSetImage>,
): AsyncGenerator<Decoded> {
  for (const [stem, { classes: own, split }] of classSets) {
    const at = images.find(stem, ['JPEGImages'])
    if (at !== null) named.add(at)
    const path = at === null ? stem : at.replace(layoutFolders, '')
    const size = (await imageSizeOf(reader, path, at)) ?? { width: 1, height: 1 }
    const labels = own.map(({ name: label, isDifficult }) => ({
      shape: { kind: 'class', label, ...(isDifficult ? { attributes: { difficult: true } } : {}) } as const,
    }))
    yield* imageOf({ file: at ?? stem, at, path, size, labels, classes, options, split })
  }
}

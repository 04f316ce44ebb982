import type { FileReader } from '../codec.ts'
import { parseDocument } from 'yaml'
import { fileName, stemOf } from '../images/image-paths.ts'
import type { LabeledClass, Split } from '../labeled-images.ts'
import { type MappedClass, readLabelMap } from '../label-map.ts'
import { readLines, readText } from '../text/read-text.ts'
import { splitInPath, splitOf } from '../splits.ts'

export interface MaskFile {
  path: string
  /** The picture of objects beside a picture of classes. */
  objects: string | null
  /** Without its ending. */
  stem: string
  isGrey: boolean
}

const classPicture = /^(.*\/)?SegmentationClass\/(.+)\.png$/is
const greyPicture = /^(?:.*\/)?masks\/(.+)\.png$/is

export function detectMasks(paths: readonly string[]): number {
  if (paths.some((path) => classPicture.test(path))) return 0.97
  return paths.some((path) => greyPicture.test(path)) ? 0.96 : 0
}

export function maskFiles(paths: readonly string[]): MaskFile[] {
  const listed = new Set(paths)
  return paths.flatMap((path): MaskFile[] => {
    const [, root = '', stem] = classPicture.exec(path) ?? []
    if (stem !== undefined) {
      const objects = `${root}SegmentationObject/${stem}${path.slice(-4)}`
      return [{ path, objects: listed.has(objects) ? objects : null, stem, isGrey: false }]
    }
    const inside = greyPicture.exec(path)?.[1]
    if (inside === undefined) return []
    const [first, ...rest] = inside.split('/')
    const own = rest.length > 0 && splitOf(first!) !== null ? rest.join('/') : inside
    return [{ path, objects: null, stem: own, isGrey: true }]
  })
}

export interface MaskClasses {
  /** In the order of the label map, or of the numbers. */
  mapped: MappedClass[]
  /** Names by the value of a grey pixel; null where nothing says them, so that the number is the name. */
  named: ReadonlyMap<number, LabeledClass> | null
}

/** `labelmap.txt` for colours; the names of a YAML file or `classes.txt` for grey values, by way of `label_mapping`. */
export async function readMaskClasses(reader: FileReader, paths: readonly string[]): Promise<MaskClasses> {
  const map = paths.find((path) => fileName(path) === 'labelmap.txt')
  const mapped = readLabelMap(await readLines(reader, map))
  const yaml = paths.find((path) => /\.ya?ml$/i.test(path))
  const read = yaml === undefined ? null : await readText(reader, yaml)
  const document = read === null || read.problem !== undefined ? null : parseDocument(read.text)
  const data = document === null || document.errors.length > 0 ? null : valueOf(document)
  const listed = await readLines(
    reader,
    paths.find((path) => fileName(path) === 'classes.txt'),
  )
  const names = namesOf(fieldOf(data, 'names')) ?? (listed.length > 0 ? new Map(listed.entries()) : null)
  if (names === null)
    return { mapped, named: mapped.length === 0 ? null : new Map(mapped.map((one, at) => [at + 1, one])) }
  const mapping = fieldOf(data, 'label_mapping')
  const entries = typeof mapping === 'object' && mapping !== null ? Object.entries(mapping) : null
  const values =
    entries?.map(([value, index]) => [Number(value), Number(index)] as const) ??
    [...names.keys()].map((index) => [index, index] as const)
  const named = values.flatMap(([value, index]): [number, LabeledClass][] => {
    const name = names.get(index)
    return name === undefined || value === 255 ? [] : [[value, { name }]]
  })
  return { mapped, named: new Map(named) }
}

/** Null where an alias names nothing, or unfolds to far too much. */
function valueOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 })
  } catch {
    return null
  }
}

function fieldOf(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined
}

function namesOf(names: unknown): Map<number, string> | null {
  if (typeof names !== 'object' || names === null) return null
  return new Map(Object.entries(names).map(([index, name]) => [Number(index), String(name)]))
}

/** Splits by stem, from `ImageSets/Segmentation/<split>.txt`. */
export async function readMaskSplits(
  reader: FileReader,
  paths: readonly string[],
): Promise<(file: string, stem: string) => Split | null> {
  const splits = new Map<string, Split>()
  for (const path of paths) {
    const name = /(?:^|\/)ImageSets\/Segmentation\/([^/]+)\.txt$/.exec(path)?.[1]
    const split = name === undefined ? null : splitOf(name)
    if (split === null) continue
    for (const line of await readLines(reader, path)) splits.set(line, split)
  }
  return (file, stem) => splits.get(stem) ?? splits.get(stemOf(stem)) ?? splitInPath(file)
}

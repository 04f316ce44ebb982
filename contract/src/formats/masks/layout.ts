import type { FileReader } from '../codec.ts'
import { isNamed, stemOf } from '../images/image-paths.ts'
import type { LabeledClass, Split } from '../labeled-images.ts'
import { type MappedClass, readLabelMap } from '../label-map.ts'
import { readLines, readText } from '../text/read-text.ts'
import { readYamlTexts } from '../text/yaml-texts.ts'
import { splitInPath, splitOf } from '../splits.ts'
import type { ListedNames } from './numbering.ts'

export interface MaskFile {
  path: string
  objects: string | null
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
  mapped: MappedClass[]
  listed: ListedNames | null
}

/** Reads `labelmap.txt` for colors; names of a YAML file or `classes.txt` for values, through `label_mapping`. */
export async function readMaskClasses(reader: FileReader, paths: readonly string[]): Promise<MaskClasses> {
  const map = paths.find((path) => isNamed(path, 'labelmap.txt'))
  const mapped = readLabelMap(await readLines(reader, map))
  const yaml = paths.find((path) => /\.ya?ml$/i.test(path))
  const read = yaml === undefined ? null : await readText(reader, yaml)
  const data = read === null || read.problem !== undefined ? undefined : readYamlTexts(read.text).value
  const stated = fieldOf(data, 'names')
  const names = namesOf(stated)
  if (names === null) {
    const lines = await readLines(
      reader,
      paths.find((path) => isNamed(path, 'classes.txt')),
    )
    if (lines.length === 0) return { mapped, listed: null }
    const list = new Map(lines.map((name, at) => [at, { name }] as const))
    return { mapped, listed: { names: list, isNumbered: false, isYaml: false } }
  }
  const mapping = fieldOf(data, 'label_mapping')
  if (typeof mapping !== 'object' || mapping === null) {
    const byNumber = new Map([...names].map(([at, name]) => [at, { name }] as const))
    return { mapped, listed: { names: byNumber, isNumbered: !Array.isArray(stated), isYaml: true } }
  }
  const byValue = Object.entries(mapping).flatMap(([value, index]): [number, LabeledClass][] => {
    const name = names.get(Number(index))
    return name === undefined || Number(value) === 255 ? [] : [[Number(value), { name }]]
  })
  return { mapped, listed: { names: new Map(byValue), isNumbered: true, isYaml: true } }
}

function fieldOf(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined
}

function namesOf(names: unknown): Map<number, string> | null {
  if (typeof names !== 'object' || names === null) return null
  return new Map(Object.entries(names).map(([index, name]) => [Number(index), String(name)]))
}

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

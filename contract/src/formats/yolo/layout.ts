import type { Text } from '../../kernel/text.ts'
import type { FileReader } from '../codec.ts'
import { cleanPath, fileName, folderOf, joinPath, stemOf } from '../images/image-paths.ts'
import type { Split } from '../labeled-images.ts'
import { readLines, readText } from '../text/read-text.ts'
import { splitInPath, splitOf } from '../splits.ts'
import type { Decoded } from '../codec.ts'
import type { ProblemFinding } from '../problems/problems.ts'
import { Failure } from '../../kernel/errors.ts'
import { decodeYoloConfiguration, yoloLabelPath, type YoloConfiguration } from './configuration.ts'

export interface YoloFolder {
  names: string[]
  keypointNumbers: number
  labelFiles: ReadonlySet<string>
  listed: ReadonlyMap<string, { path: string; split: Split | null }>
  splitOfFolder: (path: string) => Split | null
}

const configurations = /(?:^|\/)(?:data|dataset)\.ya?ml$/i
const nameLists = /(?:^|\/)(?:obj\.names|classes\.txt|[^/]+\.names)$/i
const imageLists = /(?:^|\/)(train|valid|val|validation|test)\.txt$/i

const others = /(?:^|\/)(?:classes|train|valid|val|validation|test|README[^/]*|requirements)\.txt$/i

export function detectYolo(paths: readonly string[]): number {
  const texts = paths.filter((path) => /\.txt$/i.test(path) && !others.test(path))
  const isNamed = paths.some((path) => configurations.test(path) || nameLists.test(path))
  if (isNamed && texts.length > 0) return 0.9
  if (isNamed) return 0.4
  return texts.some((path) => /(?:^|\/)labels\//.test(path)) ? 0.5 : 0
}

/** Dialects: `data.yaml` (Ultralytics, Roboflow, CVAT), `obj.data` and `obj.names` (Darknet), `classes.txt` (Label Studio). */
export async function* readYoloFolder(
  reader: FileReader,
  paths: readonly string[],
): AsyncGenerator<Decoded, YoloFolder | null> {
  const file = paths.find((path) => configurations.test(path)) ?? onlyYaml(paths)
  const lists = paths.filter((path) => nameLists.test(path))
  let configuration: YoloConfiguration | null = null
  let names: string[] = []
  if (file !== undefined) {
    const read = await readConfiguration(reader, file)
    if (read.problem !== undefined) {
      yield { type: 'problem', problem: { file, ...read.problem } }
      return null
    }
    configuration = read.value
    names = configuration.names
  } else {
    const list = lists.toSorted((a, b) => a.length - b.length)[0]
    names = await readLines(reader, list)
    if (names.length === 0) {
      yield {
        type: 'problem',
        problem: { file: list ?? '', reason: list === undefined ? 'nothing-found' : 'no-classes' },
      }
      return null
    }
  }
  const listedPaths = new Set(paths)
  const root = folderOf(file ?? '')
  const folders: { folder: string; split: Split }[] = []
  const listed = new Map<string, { path: string; split: Split | null }>()
  const addList = async (list: string, split: Split | null) => {
    for (const line of await readLines(reader, list)) {
      const path = resolve(line, folderOf(list), listedPaths)
      const labels = labelFileOf(path, listedPaths) ?? yoloLabelPath(path)
      // Without validation images, the training ones are listed again.
      if (!listed.has(labels)) listed.set(labels, { path, split })
    }
  }
  if (configuration !== null) {
    const { path, train, val, test } = configuration
    const parts: [Split, string[]][] = [
      ['train', train],
      ['validation', val],
      ['test', test],
    ]
    for (const [split, entries] of parts) {
      for (const entry of entries) {
        const candidates = [path, ''].map((base) =>
          joinPath(root, cleanPath(joinPath(base, entry.replace(/^(?:\.\.\/)+/, '')))),
        )
        const list = candidates.find((candidate) => listedPaths.has(candidate))
        if (list !== undefined) await addList(list, split)
        else for (const folder of candidates) folders.push({ folder, split })
      }
    }
  }
  if (listed.size === 0) {
    for (const list of paths) {
      const name = imageLists.exec(list)?.[1]
      if (name !== undefined) await addList(list, splitOf(name))
    }
  }
  const isLabel = (path: string) => /\.txt$/i.test(path) && !others.test(path) && !lists.includes(path)
  return {
    names,
    keypointNumbers: configuration?.keypointNumbers ?? 0,
    labelFiles: new Set(paths.filter(isLabel)),
    listed,
    splitOfFolder: (path) => folders.find(({ folder }) => path.startsWith(`${folder}/`))?.split ?? splitInPath(path),
  }
}

function onlyYaml(paths: readonly string[]): string | undefined {
  const yamls = paths.filter((path) => /\.ya?ml$/i.test(path))
  return yamls.length === 1 ? yamls[0] : undefined
}

async function readConfiguration(
  reader: FileReader,
  file: string,
): Promise<{ value: YoloConfiguration; problem?: undefined } | { problem: ProblemFinding & { line?: number } }> {
  const read = await readText(reader, file)
  if (read.problem !== undefined) return read
  try {
    return { value: decodeYoloConfiguration(read.text, file) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { line, detail } = error.values
    return {
      problem: {
        reason: 'yaml-broken',
        values: { detail: detail as Text },
        ...(typeof line === 'number' ? { line } : {}),
      },
    }
  }
}

/** Resolves an image of a list, whose path may start with folders of the writing machine. */
function resolve(line: string, root: string, listed: ReadonlySet<string>): string {
  const parts = cleanPath(line).split('/')
  for (let from = 0; from < parts.length; from += 1) {
    const path = joinPath(root, ...parts.slice(from))
    if (listed.has(path) || labelFileOf(path, listed) !== null) return path
  }
  return joinPath(root, ...parts)
}

/** Label file of an image: in `labels` beside or instead of the image's folder, or beside the image. */
export function labelFileOf(image: string, listed: ReadonlySet<string>): string | null {
  const beside = `${stemOf(image)}.txt`
  const below = joinPath(folderOf(image), 'labels', fileName(beside))
  const labels = [yoloLabelPath(image), beside, beside.replace(/^(.*\/)?images\//s, '$1labels/'), below]
  return labels.find((path) => listed.has(path)) ?? null
}

export function ownPath(path: string, root: string): string {
  const inside = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  const split = '(?:train|valid|val|validation|test|default)'
  const layout = new RegExp(
    `^(?:(?:images|labels)/${split}/|${split}/(?:images|labels)/|(?:images|labels)/|(?:data/)?obj_[^/]+_data/)`,
  )
  const own = inside.replace(layout, '')
  return own === '' ? fileName(path) : own
}

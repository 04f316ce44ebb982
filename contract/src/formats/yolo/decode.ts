import { createClassList } from '../class-list.ts'
import type { Decoded, DecodeOptions, FileReader } from '../codec.ts'
import { acceptShapes } from '../fit-shapes.ts'
import { imageFilesOf, listedPaths } from '../images/image-files.ts'
import { folderOf, stemOf } from '../images/image-paths.ts'
import type { LabeledShape } from '../labeled-images.ts'
import { lineEnds, readText } from '../text/read-text.ts'
import { yoloLabelPath } from './configuration.ts'
import { readYoloLine } from './labels.ts'
import { createRowSurvey } from './row-meaning.ts'
import { labelFileOf, ownPath, readYoloFolder } from './layout.ts'

export async function* decodeYolo(reader: FileReader, options: DecodeOptions = {}): AsyncGenerator<Decoded> {
  const paths = await listedPaths(reader.paths())
  const folder = yield* readYoloFolder(reader, paths)
  if (folder === null) return
  const classes = createClassList()
  const indices = folder.names.map((name) => classes.indexOf({ name }))
  yield* classes.drainNew()
  const root = commonRoot(paths)
  const claimed = new Set<string>()
  const survey = createRowSurvey(folder.keypointNumbers)
  for (const path of spread([...folder.labelFiles], maxExamined)) {
    const read = await readText(reader, path)
    if (read.problem === undefined) survey.add(read.text)
  }
  const reported = new Set<string>()

  async function* decodeImage(file: string | null, labels: string | null, full: string): AsyncGenerator<Decoded> {
    const path = ownPath(full, root)
    const { split } = folder!.listed.get(labels ?? yoloLabelPath(full)) ?? { split: null }
    const imageSplit = split ?? folder!.splitOfFolder(full)
    const facts = imageSplit === null ? {} : { split: imageSplit }
    if (labels === null) {
      yield { type: 'image', file, image: { path, width: 1, height: 1, shapes: [], unlabeled: true, ...facts } }
      return
    }
    claimed.add(labels)
    const read = await readText(reader, labels)
    if (read.problem !== undefined) {
      yield { type: 'problem', problem: { file: labels, ...read.problem } }
      return
    }
    const size = (await reader.imageSize?.(path)) ?? { width: 1, height: 1 }
    const shapes: LabeledShape[] = []
    let refused = 0
    for (const [index, line] of read.text.split(lineEnds).entries()) {
      if (line.trim() === '') continue
      const one = readYoloLine(line, { ...size, labelCount: indices.length }, survey.meaning)
      if (one.problem === undefined) {
        shapes.push({ ...one.shape, labelIndex: indices[one.shape.labelIndex]! })
        if (one.note === undefined || reported.has(one.note.reason)) continue
        reported.add(one.note.reason)
        yield { type: 'problem', problem: { file: labels, line: index + 1, ...one.note } }
      } else {
        refused += 1
        yield { type: 'problem', problem: { file: labels, line: index + 1, ...one.problem } }
      }
    }
    const { accepted, problems } = acceptShapes({ path, shapes, kinds: options.kinds, size, refused })
    for (const problem of problems) yield { type: 'problem', problem: { file: labels, ...problem } }
    yield { type: 'image', file, sidecar: stemOf(labels), image: { path, ...size, ...accepted, ...facts } }
  }

  for (const file of imageFilesOf(paths).paths) yield* decodeImage(file, labelFileOf(file, folder.labelFiles), file)
  for (const labels of folder.labelFiles) {
    if (!claimed.has(labels)) yield* decodeImage(null, labels, folder.listed.get(labels)?.path ?? stemOf(labels))
  }
}

const maxExamined = 300

function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(list.length / most))
  return list.filter((_, at) => at % step === 0)
}

function commonRoot(paths: readonly string[]): string {
  const first = folderOf(paths[0] ?? '').split('/')
  const last = folderOf(paths.at(-1) ?? '').split('/')
  // Paths are sorted: a prefix shared by the first and last is shared by all.
  const shared = first.filter(
    (part, index) => first.slice(0, index + 1).every((own, at) => own === last[at]) && part !== '',
  )
  return shared.join('/').replace(/(?:^|\/)(?:images|labels|train|valid|val|test|obj_[^/]+_data)(?:\/.*)?$/, '')
}

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { LabeledImage, Split as NamedSplit } from '@vermilion/contract/formats/labeled-images'
import type { FormatKind } from '@vermilion/contract/formats/offers'
import { detectFormat, formats } from '@vermilion/contract/formats/registry'
import { fail } from '@vermilion/contract/kernel/errors'
import { shapeBounds } from '@vermilion/contract/labels/bounds'
import type { LabelKind } from '@vermilion/contract/labels/index'
import type { Size } from '@vermilion/contract/detection/letterbox'
import { imageSize } from './decode-image.ts'
import { diskFolder } from './disk-folder.ts'
import type { DataFolder, Sample, Split } from './sample.ts'

const splitOf: Readonly<Record<NamedSplit, Split>> = { train: 'train', validation: 'val', test: 'test' }

interface Reading<T> {
  folder: string
  labelType: LabelType
  kinds: readonly LabelKind[]
  /** Converts a labeled image to the task's truth; null skips the image. */
  truthOf(image: LabeledImage): T | null
}

/** Image size; the file's own when annotations lack it, unless shapes use another coordinate system. */
async function sizeOf(file: string, { width, height, shapes }: LabeledImage): Promise<Size | null> {
  if (width > 1 || height > 1) return { width, height }
  return shapes.every((shape) => shapeBounds(shape) === null) ? imageSize(file) : null
}

function formatOf(paths: readonly string[], labelType: LabelType): FormatKind | null {
  const format = detectFormat(paths)
  return format !== null && formats[format].labelTypes.includes(labelType) ? format : null
}

export function hasLabelsOf(folder: string, labelType: LabelType): boolean {
  return existsSync(folder) && formatOf(diskFolder(folder).paths(), labelType) !== null
}

/** Reads any detected format. Unlabeled images are skipped. Throws `dataset.import-invalid` with location and reason. */
export async function readLabeledFolder<T>(reading: Reading<T>): Promise<DataFolder<Sample<T>>> {
  const { folder, labelType, kinds, truthOf } = reading
  const refuse = (reason: string) => fail('dataset.import-invalid', { file: folder, reason: `${folder}: ${reason}` })
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw refuse('there is no such folder')
  const reader = diskFolder(folder)
  const format = formatOf(reader.paths(), labelType)
  if (format === null) {
    const codecs = Object.values(formats).filter(({ labelTypes }) => labelTypes.includes(labelType))
    throw refuse(`no files of a known layout: ${codecs.map(({ name }) => name).join(', ')}`)
  }
  const labels: string[] = []
  const splits: Record<Split, Sample<T>[]> = { train: [], val: [], test: [] }
  let problem = ''
  for await (const decoded of formats[format].decode(reader, { kinds })) {
    if (decoded.type === 'class') labels.push(decoded.value.name)
    if (decoded.type === 'problem') problem ||= `${decoded.problem.file}: ${decoded.problem.reason}`
    if (decoded.type !== 'image' || decoded.file === null || decoded.image.unlabeled === true) continue
    const truth = truthOf(decoded.image)
    if (truth === null) continue
    const { split } = decoded.image
    const file = join(folder, decoded.file)
    const size = await sizeOf(file, decoded.image)
    if (size === null) throw refuse(`${decoded.file}: the annotations do not say the size of the image`)
    const sample = { path: decoded.file, file, ...size, truth }
    splits[split === undefined ? 'train' : splitOf[split]].push(sample)
  }
  const count = Object.values(splits).reduce((sum, samples) => sum + samples.length, 0)
  if (count === 0) throw refuse(`there are no labeled images${problem === '' ? '' : ` (${problem})`}`)
  if (labels.length === 0) throw refuse('there are no classes')
  for (const samples of Object.values(splits)) samples.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
  return { labels, splits }
}

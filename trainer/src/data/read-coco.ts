import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { decodeCoco } from '@vermilion/contract/formats/coco/document'
import type { LabeledImages } from '@vermilion/contract/formats/labeled-images'
import { fail } from '@vermilion/contract/kernel/errors'
import { boxesOf } from './boxes-of.ts'
import type { DataFolder, DetectionSample, Split } from './sample.ts'

interface CocoFile {
  split: Split
  path: string
  folders: string[]
}

const splitNames = new Map<string, Split>([
  ['val', 'val'],
  ['valid', 'val'],
  ['validation', 'val'],
  ['test', 'test'],
])

/** Unknown splits (`default`, `all`) are for training. */
const splitOf = (name: string): Split => splitNames.get(name) ?? 'train'

export function cocoFiles(folder: string): CocoFile[] {
  const inside = (name: string) => (existsSync(join(folder, name)) ? readdirSync(join(folder, name)).toSorted() : [])
  const together = inside('annotations').flatMap((name) => {
    const subset = /^instances_(.+)\.json$/.exec(name)?.[1]
    if (subset === undefined) return []
    const folders = [`images/${subset}`, 'images', subset, '.']
    return [{ split: splitOf(subset), path: `annotations/${name}`, folders }]
  })
  if (together.length > 0) return together
  return ['train', 'valid', 'val', 'test'].flatMap((subset) => {
    const path = `${subset}/_annotations.coco.json`
    return existsSync(join(folder, path)) ? [{ split: splitOf(subset), path, folders: [subset] }] : []
  })
}

export function readCocoFolder(folder: string, files: readonly CocoFile[]): DataFolder {
  const labels: string[] = []
  const splits: DataFolder['splits'] = { train: [], val: [], test: [] }
  for (const file of files) {
    const data = decodeCoco(parse(folder, file.path), file.path)
    for (const { name } of data.labels) if (!labels.includes(name)) labels.push(name)
    splits[file.split].push(...samplesOf(folder, file, data, labels))
  }
  if (labels.length === 0) throw fail('dataset.import-invalid', { reason: `${files[0]!.path}: there is no category` })
  return { labels, splits }
}

function parse(folder: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, path), 'utf8'))
  } catch (error) {
    throw fail('dataset.import-invalid', { file: path, reason: `${path}: ${(error as Error).message}` })
  }
}

function samplesOf(folder: string, file: CocoFile, data: LabeledImages, labels: readonly string[]): DetectionSample[] {
  return data.images.map(({ path: name, width, height, shapes }) => {
    const imagePath = file.folders.map((p) => join(folder, p, name)).find(existsSync)
    if (imagePath === undefined) {
      throw fail('dataset.import-invalid', { file: file.path, reason: `${file.path}: the image ${name} is missing` })
    }
    const truth = boxesOf(shapes).map(({ labelIndex, box }) => ({
      labelIndex: labels.indexOf(data.labels[labelIndex]!.name),
      box,
    }))
    return { path: relative(folder, imagePath).replaceAll('\\', '/'), file: imagePath, width, height, truth }
  })
}

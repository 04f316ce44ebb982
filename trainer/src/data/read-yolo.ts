import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { decodeYoloConfiguration, yoloLabelPath } from '@vermilion/contract/formats/yolo/configuration'
import { decodeYoloLabels } from '@vermilion/contract/formats/yolo/labels'
import { fail } from '@vermilion/contract/kernel/errors'
import { imageSize } from './decode-image.ts'
import { boxesOf } from './boxes-of.ts'
import { imagesBelow } from './images-below.ts'
import type { DataFolder, DetectionSample } from './sample.ts'

/** YOLO configuration: `data.yaml`, or the only YAML file; null without one. */
export function yoloFile(folder: string): string | null {
  const files = readdirSync(folder).filter((name) => /\.ya?ml$/i.test(name))
  if (files.includes('data.yaml')) return 'data.yaml'
  return files.length === 1 ? files[0]! : null
}

export async function readYoloFolder(folder: string, file: string): Promise<DataFolder> {
  const configuration = decodeYoloConfiguration(readFileSync(join(folder, file), 'utf8'), file)
  const { names: labels } = configuration
  // `path` is often a folder of the writing machine; the data lies beside the file.
  const root = existsSync(join(folder, configuration.path)) ? join(folder, configuration.path) : folder
  const read = async (entries: readonly string[]) => {
    const paths = [...new Set(entries.flatMap((entry) => imagesOf(folder, root, entry, file)))]
    const samples: DetectionSample[] = []
    for (const path of paths) samples.push(await readSample(folder, path, labels.length))
    return samples
  }
  const { train, test } = configuration
  // Configurations without validation images list the training ones twice, which counts as none.
  const val = isDeepStrictEqual(configuration.val, train) ? [] : configuration.val
  return { labels, splits: { train: await read(train), val: await read(val), test: await read(test) } }
}

function imagesOf(folder: string, root: string, entry: string, file: string): string[] {
  // Roboflow writes `../train/images` for a folder beside the file.
  const imageFolder = [entry, entry.replace(/^(?:\.\.\/)+/, '')].map((path) => join(root, path)).find(existsSync)
  if (imageFolder === undefined) {
    throw fail('dataset.import-invalid', { file, reason: `${file}: there is no folder or list ${entry}` })
  }
  if (statSync(imageFolder).isDirectory()) return imagesBelow(folder, imageFolder)
  const lines = readFileSync(imageFolder, 'utf8').split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.map((line) => relative(folder, join(root, line.trim())).replaceAll('\\', '/'))
}

async function readSample(folder: string, path: string, labelCount: number): Promise<DetectionSample> {
  const file = join(folder, path)
  const { width, height } = await imageSize(file)
  const labelPath = yoloLabelPath(path)
  const labelFile = join(folder, labelPath)
  const text = existsSync(labelFile) ? readFileSync(labelFile, 'utf8') : ''
  const truth = boxesOf(decodeYoloLabels(text, { width, height, labelCount }, labelPath))
  return { path, file, width, height, truth }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TruthShape } from '@vermilion/contract/predictions'
import { expect } from 'vitest'
import { decodeImage } from '../data/decode-image.ts'
import type { Sample } from '../data/sample.ts'
import { openModel } from '../inference/open-model.ts'
import type { Task } from '../training/task.ts'
import { fewEpochs } from './python.ts'

export const text = (...path: string[]) => readFileSync(join(...path), 'utf8')

/** The model file's own words beside what the product measures with it. */
export async function measured<S extends Sample>(task: Task<S>, data: string, output: string) {
  const model = await openModel(readFileSync(join(output, 'best.onnx')), 1)
  const { labels, splits } = await task.read(data)
  const measurement = model.measurement()
  for (const sample of splits.val) {
    const reading = await model.read(await decodeImage(sample.file), { isMeasured: true })
    const truth: TruthShape[] = task.truthOf(sample, labels)
    measurement.add({ width: sample.width, height: sample.height, truth, reading: reading })
  }
  await model.release()
  return { metadata: model.metadata, metrics: measurement.result().report.metrics }
}

export function expectFiles(output: string, header: string) {
  const [first, ...rows] = text(output, 'results.csv').trim().split('\n')
  expect(first).toBe(header)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['1', '2'])
  expect(JSON.parse(text(output, 'progress.json'))).toEqual({ done: fewEpochs, total: fewEpochs, unit: 'epochs' })
  expect(readdirSync(join(output, 'figures'))).toEqual(['confusion.svg', 'losses.svg', 'metrics.svg'])
  for (const name of ['last.onnx', 'last.ckpt']) expect(existsSync(join(output, name))).toBe(true)
}

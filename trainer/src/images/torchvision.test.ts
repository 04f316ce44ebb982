import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TruthShape } from '@vermilion/contract/predictions'
import { expect, test } from 'vitest'
import { classification } from '../classifier/task.ts'
import { decodeImage } from '../data/decode-image.ts'
import type { Sample } from '../data/sample.ts'
import { detection } from '../detector/task.ts'
import { openModel } from '../inference/open-model.ts'
import { segmentation } from '../segmenter/task.ts'
import { figureLabels, writeFigureFolder } from '../testing/labeled-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import type { Task } from '../training/task.ts'
import { fewEpochs, torchPython, torchSkipped, train, unittest } from '../testing/python.ts'

const text = (...path: string[]) => readFileSync(join(...path), 'utf8')

async function measured<S extends Sample>(task: Task<S>, data: string, output: string) {
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

function expectFiles(output: string, header: string) {
  const [first, ...rows] = text(output, 'results.csv').trim().split('\n')
  expect(first).toBe(header)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['1', '2'])
  expect(JSON.parse(text(output, 'progress.json'))).toEqual({ done: fewEpochs, total: fewEpochs, unit: 'epochs' })
  expect(readdirSync(join(output, 'figures'))).toEqual(['confusion.svg', 'losses.svg', 'metrics.svg'])
  for (const name of ['last.onnx', 'last.ckpt']) expect(existsSync(join(output, name))).toBe(true)
}

test.skipIf(torchPython === undefined)(
  `R2.21 torchvision classification: its model file says what the script said, and a finished run is not run again${torchSkipped}`,
  async () => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'csv', { count: 24, seed: 3, says: 'classes', most: 1 })
    const { output, stdout, once } = await train('classification', { data, more: ['--depth', '18'] })
    expect(stdout).toContain('18 training and 6 validation images, 3 classes: square, disc, triangle')
    expectFiles(output, 'epoch,time,train/loss,metrics/top1,metrics/top5,val/loss,lr/pg0')
    const { metadata, metrics } = await measured(classification, data, output)
    expect(metadata).toMatchObject({ task: 'classification', labels: [...figureLabels], output: { multiple: false } })
    expect(metrics['top5']).toBe(1)
    // One of six images may be misclassified when resized pixels differ slightly.
    expect(Math.abs(metrics['top1']! - metadata.metrics!['top1' as never])).toBeLessThan(0.2)
    const previous = text(output, 'results.csv')
    expect((await once()).stdout).toContain(`from epoch ${fewEpochs + 1}`)
    expect(text(output, 'results.csv')).toBe(previous)
  },
)

test.skipIf(torchPython === undefined)(
  `R2.21 torchvision segmentation: its model file says what the script said${torchSkipped}`,
  async () => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'mask', { count: 24, seed: 3, says: 'areas', most: 2 })
    const { output } = await train('segmentation', { data, more: ['--light', '1'] })
    expectFiles(
      output,
      'epoch,time,train/loss,metrics/mIoU,metrics/mIoU_with_background,metrics/pixel_accuracy,val/loss,lr/pg0',
    )
    const { metadata, metrics } = await measured(segmentation, data, output)
    expect(metadata).toMatchObject({ task: 'segmentation', labels: [...figureLabels], input: { size: 64 } })
    expect(Math.abs(metrics['mIoU']! - metadata.metrics!['mIoU' as never])).toBeLessThan(0.05)
    expect(Math.abs(metrics['pixelAccuracy']! - metadata.metrics!['pixelAccuracy' as never])).toBeLessThan(0.05)
  },
)

test.skipIf(torchPython === undefined)(
  `R2.21 torchvision detection: its losses fall, and its model file says what the script said${torchSkipped}`,
  async () => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'coco', { count: 24, seed: 3, says: 'areas', most: 2 })
    const { output } = await train('detection', { data, more: ['--depth', '18', '--learning-rate', '0.001'] })
    const parts = ['box_loss', 'cls_loss', 'centre_loss']
    const metricColumns = ['precision(B)', 'recall(B)', 'mAP50(B)', 'mAP50-95(B)'].map((name) => `metrics/${name}`)
    const names = [...parts.map((part) => `train/${part}`), ...metricColumns, ...parts.map((part) => `val/${part}`)]
    expectFiles(output, ['epoch', 'time', ...names, 'lr/pg0'].join())
    const [first, last] = text(output, 'results.csv').trim().split('\n').slice(1)
    const lossOf = (row = '') =>
      row
        .split(',')
        .slice(9, 12)
        .reduce((sum, cell) => sum + Number(cell), 0)
    expect(lossOf(last)).toBeLessThan(lossOf(first))
    const { metadata, metrics } = await measured(detection, data, output)
    expect(metadata).toMatchObject({ task: 'detection', labels: [...figureLabels] })
    for (const name of ['mAP50', 'mAP50to95']) {
      expect(Math.abs(metrics[name]! - metadata.metrics![name as never])).toBeLessThan(0.05)
    }
  },
)

test.skipIf(torchPython === undefined)(
  `what is counted by the scripts is what the product counts${torchSkipped}`,
  async () => {
    expect((await unittest(torchPython ?? '', 'test_measures')).stderr).toMatch(/Ran \d tests[^]*OK/)
  },
)

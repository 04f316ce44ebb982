import { expect, test } from 'vitest'
import { classification } from '../classifier/task.ts'
import { detection } from '../detector/task.ts'
import { segmentation } from '../segmenter/task.ts'
import { figureLabels, writeFigureFolder } from '../testing/labeled-folder.ts'
import { fewEpochs, torchPython, torchSkipped, train, unittest } from '../testing/python.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { expectFiles, measured, text } from '../testing/trained-output.ts'

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
    expect(Math.abs(metrics['mIoU']! - metadata.metrics!['mIoU' as never])).toBeLessThan(0.01)
    expect(Math.abs(metrics['pixelAccuracy']! - metadata.metrics!['pixelAccuracy' as never])).toBeLessThan(0.01)
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

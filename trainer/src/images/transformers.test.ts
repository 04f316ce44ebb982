import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { boxOverlap } from '@vermilion/contract/labels/box'
import { expect, test } from 'vitest'
import { classification } from '../classifier/task.ts'
import { decodeImage } from '../data/decode-image.ts'
import { detection } from '../detector/task.ts'
import { openModel } from '../inference/open-model.ts'
import { segmentation } from '../segmenter/task.ts'
import { figureLabels, writeFigureFolder } from '../testing/labeled-folder.ts'
import { fewEpochs, imagesFolder, train, transformersPython, transformersSkipped } from '../testing/python.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { expectFiles, measured, text } from '../testing/trained-output.ts'

const longTimeout = { timeout: 480_000 }
const ofTransformers = (network: string) => ({ folder: 'transformers', more: ['--network', network] })

/** `[label, score, left, top, right, bottom]` of each box, as transformers itself finds them. */
type LibraryBox = [number, number, number, number, number, number]

function libraryBoxes(output: string, files: readonly string[]): LibraryBox[][] {
  const script = join(imagesFolder, 'tests', 'library_boxes.py')
  const env = { ...process.env, OMP_NUM_THREADS: '1' }
  return JSON.parse(execFileSync(transformersPython ?? '', ['-B', script, output, ...files], { env, encoding: 'utf8' }))
}

test.skipIf(transformersPython === undefined).each(['d-fine', 'rf-detr'])(
  `R2.21 %s learns, goes on from its checkpoint, and its model file says what transformers says${transformersSkipped}`,
  longTimeout,
  async (network) => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'coco', { count: 24, seed: 3, says: 'areas', most: 2 })
    const { output, stdout, once } = await train(network, { data, ...ofTransformers(network) })
    expect(stdout).toContain('18 training and 6 validation images, 3 classes: square, disc, triangle')
    const losses = network === 'd-fine' ? ['cls', 'box', 'giou', 'fgl', 'ddf'] : ['cls', 'box', 'giou']
    const columns = ['precision(B)', 'recall(B)', 'mAP50(B)', 'mAP50-95(B)'].map((name) => `metrics/${name}`)
    const lossColumns = (split: string) => losses.map((name) => `${split}/${name}_loss`)
    expectFiles(output, ['epoch,time', ...lossColumns('train'), ...columns, ...lossColumns('val'), 'lr/pg0'].join())
    expect((await once()).stdout).toContain(`from epoch ${fewEpochs + 1}`)
    const { metadata, metrics } = await measured(detection, data, output)
    expect(metadata).toMatchObject({ task: 'detection', labels: [...figureLabels], output: { layout: 'query-logits' } })
    for (const name of ['mAP50', 'mAP50to95'])
      expect(Math.abs(metrics[name]! - metadata.metrics![name as never])).toBeLessThan(0.05)

    const files = (await detection.read(data)).splits.val.slice(0, 3).map(({ file }) => file)
    const model = await openModel(readFileSync(join(output, 'last.onnx')), 1)
    const boxesOfImages = libraryBoxes(output, files)
    const surest = boxesOfImages.map((boxes) => Math.max(...boxes.map(([, score]) => score)))
    // A network that sees nothing says the same of each image.
    expect(Math.max(...surest) - Math.min(...surest)).toBeGreaterThan(0.0001)
    for (const [index, library] of boxesOfImages.entries()) {
      const { predictions, faint = [] } = await model.read(await decodeImage(files[index]!), { isMeasured: true })
      const own = [...predictions, ...faint].filter((one) => 'box' in one)
      expect(library.length).toBeGreaterThan(10)
      const alike = library.filter(([label, score, left, top, right, bottom]) =>
        own.some(
          ({ labelIndex, score: ownScore, box }) =>
            labelIndex === label &&
            Math.abs(score - ownScore) < 0.005 &&
            boxOverlap(box, { x: left, y: top, width: right - left, height: bottom - top }) > 0.97,
        ),
      )
      // The last of as many as count may be others where they are as likely, and boxes end at the edges of the image.
      expect(alike.length / library.length).toBeGreaterThan(0.9)
    }
    await model.release()
  },
)

test.skipIf(transformersPython === undefined)(
  `R2.21 SegFormer: its loss falls, and its model file says what the script said${transformersSkipped}`,
  longTimeout,
  async () => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'mask', { count: 24, seed: 3, says: 'areas', most: 2 })
    const { output } = await train('segformer', { data, ...ofTransformers('segformer') })
    const [, first = '', last = ''] = text(output, 'results.csv').split('\n')
    expect(Number(last.split(',')[2])).toBeLessThan(Number(first.split(',')[2]))
    const { metadata, metrics } = await measured(segmentation, data, output)
    expect(metadata).toMatchObject({ task: 'segmentation', labels: [...figureLabels], input: { size: 64 } })
    for (const name of ['mIoU', 'pixelAccuracy'])
      expect(Math.abs(metrics[name]! - metadata.metrics![name as never])).toBeLessThan(0.01)
  },
)

test.skipIf(transformersPython === undefined)(
  `R2.21 a classifier of timm: its model file says what the script said${transformersSkipped}`,
  longTimeout,
  async () => {
    const data = temporaryFolder()
    await writeFigureFolder(data, 'csv', { count: 24, seed: 3, says: 'classes', most: 1 })
    const { output } = await train('timm', { data, ...ofTransformers('timm') })
    expectFiles(output, 'epoch,time,train/loss,metrics/top1,metrics/top5,val/loss,lr/pg0')
    const { metadata, metrics } = await measured(classification, data, output)
    expect(metadata).toMatchObject({ task: 'classification', labels: [...figureLabels], output: { multiple: false } })
    // One of six images may be misclassified when resized pixels differ slightly.
    expect(Math.abs(metrics['top1']! - metadata.metrics!['top1' as never])).toBeLessThan(0.2)
  },
)

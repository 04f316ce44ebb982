import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImageResult } from '@vermilion/contract/detection/matching'
import { decodeImage } from '../data/decode-image.ts'
import type { Sample } from '../data/sample.ts'
import { validationThresholds } from '../detector/decode.ts'
import { createDetector, readModelMetadata } from '../detector/run-detector.ts'
import { f1Figure, lossFigure, metricsFigure, precisionRecallFigure } from '../figures/curves.ts'
import { confusionFigure } from '../figures/confusion.ts'
import { predictionPicture } from '../figures/picture.ts'
import { writeAtomically } from '../files.ts'
import { reportOf, type Report } from '../report.ts'
import { createRunner } from '../runtime.ts'
import type { EpochResult } from './results.ts'

/**
 * Runs the finished model file over the validation images, as any reader of the file would, and writes `report.json`
 * and the figures from what it finds.
 */
export async function writeReport(
  output: string,
  samples: readonly Sample[],
  history: readonly EpochResult[],
  threads: number,
): Promise<Report> {
  const model = readFileSync(join(output, 'best.onnx'))
  const metadata = readModelMetadata(model)
  const { labels, thresholds } = metadata
  const runner = await createRunner(model, threads)
  const detector = createDetector(runner, metadata)
  const results: ImageResult[] = []
  for (const { file, truth } of samples) {
    results.push({ truth, predictions: await detector.detect(await decodeImage(file), validationThresholds) })
  }
  await runner.release()
  const { report, evaluation } = reportOf(results, labels)
  writeAtomically(join(output, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  mkdirSync(join(output, 'figures'), { recursive: true })
  const figures = {
    'losses.svg': lossFigure(history),
    'metrics.svg': metricsFigure(history),
    'precision-recall.svg': precisionRecallFigure(evaluation, labels),
    'f1.svg': f1Figure(evaluation, labels),
    'confusion.svg': confusionFigure(report.confusion),
    'validation.jpg': await predictionPicture(samples, results, labels, thresholds.confidence),
  }
  for (const [name, content] of Object.entries(figures)) writeAtomically(join(output, 'figures', name), content)
  return report
}

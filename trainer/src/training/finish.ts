import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TruthShape } from '@vermilion/contract/predictions'
import type { KeptRule } from '@vermilion/contract/tasks/kept-rule'
import { decodeImage } from '../data/decode-image.ts'
import type { Sample } from '../data/sample.ts'
import { lossFigure, metricsFigure } from '../figures/curves.ts'
import { maxTiles, predictionPicture } from '../figures/picture.ts'
import { writeAtomically } from '../files.ts'
import { openModel } from '../inference/open-model.ts'
import type { MeasuredImage, MeasuredReport } from '../inference/reader.ts'
import type { EpochResult, ResultNames } from './results.ts'

interface Finished<S extends Sample> {
  output: string
  samples: readonly S[]
  truthOf(sample: S): TruthShape[]
  history: readonly EpochResult[]
  names: ResultNames
  threads: number
  keptEpoch: number
  keptRule: KeptRule
}

export async function writeReport<S extends Sample>(finished: Finished<S>): Promise<MeasuredReport> {
  const { output, samples, truthOf, history, names, threads, keptEpoch, keptRule } = finished
  const model = await openModel(readFileSync(join(output, 'best.onnx')), threads)
  const measurement = model.measurement()
  const pictured: (MeasuredImage & { file: string })[] = []
  // Samples are sorted by path, often by class: evenly spaced ones show all classes.
  const every = Math.max(1, Math.floor(samples.length / maxTiles))
  for (const [index, sample] of samples.entries()) {
    const { file, width, height } = sample
    const reading = await model.read(await decodeImage(file), { isMeasured: true })
    const image = { width, height, truth: truthOf(sample), reading }
    measurement.add(image)
    if (index % every === 0 && pictured.length < maxTiles) pictured.push({ file, ...image })
  }
  await model.release()
  const { report, figures } = measurement.result()
  const { confidence } = report
  const pictures = pictured.map(({ file, ...image }) => {
    return { file, ...image, marks: (scale: number) => model.marks(image, { scale, confidence }) }
  })
  const reported = { ...report, kept: { epoch: keptEpoch, rule: keptRule } }
  writeAtomically(join(output, 'report.json'), `${JSON.stringify(reported, null, 2)}\n`)
  mkdirSync(join(output, 'figures'), { recursive: true })
  const files = {
    'losses.svg': lossFigure(history, names),
    'metrics.svg': metricsFigure(history, names),
    ...figures,
    'validation.jpg': await predictionPicture(pictures),
  }
  for (const [name, content] of Object.entries(files)) writeAtomically(join(output, 'figures', name), content)
  return report
}

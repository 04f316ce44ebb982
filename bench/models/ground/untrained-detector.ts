import { metadataKey } from '@vermilion/contract/detection/model-metadata'
import { detectorNetwork, stride } from '../../../trainer/src/detector/network.ts'
import { inferenceModel } from '../../../trainer/src/network/graphs.ts'
import { initialParameters, initialStatistics } from '../../../trainer/src/network/plan.ts'
import { randomAt } from '../../../trainer/src/random.ts'

/** The starter detector without training, as a model file. */
export function untrainedDetector(size: number, width: number): Uint8Array {
  const labels = ['clean', 'dirt']
  const network = detectorNetwork({ inputSize: size, width, labelCount: labels.length })
  const trained = {
    parameters: initialParameters(network.plan, randomAt(1, 1)),
    statistics: initialStatistics(network.plan),
  }
  const metadata = {
    version: 1,
    task: 'detection',
    labels,
    input: { size, mean: [0, 0, 0], scale: [1 / 255, 1 / 255, 1 / 255], letterbox: { grey: 114 } },
    output: { layout: 'centre-size-probabilities', stride },
    thresholds: { confidence: 0.25, overlap: 0.45 },
    trainer: { name: 'bench', version: '1' },
  }
  return inferenceModel(network, trained, { [metadataKey]: JSON.stringify(metadata) })
}

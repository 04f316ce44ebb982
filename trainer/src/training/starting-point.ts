import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Sample, TrainingData } from '../data/sample.ts'
import type { Network } from '../network/network.ts'
import { readCheckpoint, type Checkpoint } from './checkpoint.ts'
import { initialVectors } from './optimization.ts'
import type { Configuration } from './options.ts'

interface StartingNeeds {
  path: string
  configuration: Configuration
  network: Network
  data: TrainingData<Sample>
  /** True fails without a checkpoint. */
  resume: boolean
}

/** Fingerprint of the training data; hashed image by image, since all labels together may exceed the maximum string length. */
function fingerprint({ labels, train, val }: StartingNeeds['data']): string {
  const hash = createHash('sha256').update(`[${JSON.stringify(labels)},[`)
  for (const [splitIndex, list] of [train, val].entries()) {
    hash.update(splitIndex === 0 ? '[' : ',[')
    for (const [index, { path, width, height, truth }] of list.entries()) {
      hash.update(`${index === 0 ? '' : ','}${JSON.stringify({ path, width, height, truth })}`)
    }
    hash.update(']')
  }
  return hash.update(']]').digest('hex')
}

/** The checkpoint of the same data and configuration if there is one, else a fresh start. */
export function startingPoint({ path, configuration, network, data, resume }: StartingNeeds): Checkpoint {
  const checkpoint = readCheckpoint(path)
  const print = fingerprint(data)
  const isSame =
    checkpoint !== null && checkpoint.data === print && isDeepStrictEqual(checkpoint.configuration, configuration)
  if (isSame) return checkpoint
  if (resume)
    throw new Error(checkpoint ? 'the checkpoint is of other data or parameters' : `there is no checkpoint ${path}`)
  return {
    configuration,
    data: print,
    epoch: 0,
    step: 0,
    losses: [],
    seconds: 0,
    history: [],
    keptEpoch: 0,
    vectors: initialVectors(network, configuration.seed, configuration.start),
  }
}

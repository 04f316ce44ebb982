import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Sample } from '../data/sample.ts'
import type { DetectorShape } from '../detector/plan.ts'
import { readCheckpoint, type Checkpoint } from './checkpoint.ts'
import { initialVectors } from './optimization.ts'
import type { Configuration } from './options.ts'

interface StartingNeeds {
  /** Of the checkpoint. */
  path: string
  configuration: Configuration
  shape: DetectorShape
  data: { labels: readonly string[]; train: readonly Sample[]; val: readonly Sample[] }
  /** Whether it must go on from a checkpoint. */
  resume: boolean
}

function fingerprint({ labels, train, val }: StartingNeeds['data']): string {
  const facts = [train, val].map((list) =>
    list.map(({ path, width, height, truth }) => ({ path, width, height, truth })),
  )
  return createHash('sha256')
    .update(JSON.stringify([labels, facts]))
    .digest('hex')
}

/** Where a training begins: at a checkpoint of the same data and configuration if there is one, else afresh. */
export function startingPoint({ path, configuration, shape, data, resume }: StartingNeeds): Checkpoint {
  const found = readCheckpoint(path)
  const print = fingerprint(data)
  const isSame = found !== null && found.data === print && isDeepStrictEqual(found.configuration, configuration)
  if (isSame) return found
  if (resume)
    throw new Error(found ? 'the checkpoint is of other data or parameters' : `there is no checkpoint ${path}`)
  return {
    configuration,
    data: print,
    epoch: 0,
    step: 0,
    losses: [0, 0, 0],
    seconds: 0,
    history: [],
    keptEpoch: 0,
    vectors: initialVectors(shape, configuration.seed, configuration.start),
  }
}

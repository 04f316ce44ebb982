import { parseArgs } from 'node:util'
import { detectorNetwork } from './detector/network.ts'
import { writeAtomically } from './files.ts'
import { readCheckpoint } from './training/checkpoint.ts'
import { encodeStartingWeights } from './training/starting-weights.ts'

/**
 * Creates a starting weights file from a checkpoint, as weights/README.md describes: `node keep-weights.ts --checkpoint last.ckpt
 * --labels 3 --output ../weights/detector-16.f16`.
 */
const text = { type: 'string' } as const
const { values } = parseArgs({ options: { checkpoint: text, labels: text, output: text } })
const { checkpoint: from = '', labels = '', output = '' } = values
const checkpoint = readCheckpoint(from)
if (checkpoint === null) throw new Error(`there is no checkpoint ${from}`)
const { configuration, vectors } = checkpoint
const { inputSize, width } = configuration
const network = detectorNetwork({ inputSize, width, labelCount: Number(labels) })
const trained = { parameters: vectors.average, statistics: vectors.statistics }
writeAtomically(output, encodeStartingWeights(network, trained))

import { plainView, drawView, randomView, type View } from '../data/augmentation.ts'
import type { ImageCache } from '../data/image-cache.ts'
import type { Sample } from '../data/sample.ts'
import { elements } from '../graph/graph.ts'
import type { Network } from '../network/network.ts'
import { permutation, randomAt } from '../random.ts'
import type { FloatTensor } from '../runtime.ts'
import type { SeenSample } from './task.ts'

/** The tensors of one batch, as the training and the validation model take them. */
export type Batch = Readonly<Record<string, FloatTensor>>

/** The memory of one batch. It is used again and again: new memory each step would pile up until it is collected. */
interface Buffers {
  images: FloatTensor
  targets: Record<string, FloatTensor>
}

const zeros = (shape: readonly number[]): FloatTensor => ({ values: new Float32Array(elements(shape)), shape })

function createBuffers<S extends Sample>({ batchSize, network }: BatchNeeds<S>): Buffers {
  const { inputSize, targets } = network
  const named = Object.entries(targets(batchSize)).map(([name, shape]) => [name, zeros(shape)] as const)
  return { images: zeros([batchSize, 3, inputSize, inputSize]), targets: Object.fromEntries(named) }
}

/** Purposes of random streams, so that no two draw the same numbers. */
const purpose = { shuffle: 1, view: 2 } as const

export interface BatchNeeds<S extends Sample> {
  samples: readonly S[]
  cache: ImageCache
  network: Network
  batchSize: number
  /** Writes what the images are measured against into zeroed tensors. */
  writeTargets(samples: readonly SeenSample<S>[], targets: Readonly<Record<string, FloatTensor>>): void
}

function fill<S extends Sample>(
  { samples, cache, network: { inputSize }, writeTargets }: BatchNeeds<S>,
  { images, targets }: Buffers,
  indices: readonly number[],
  viewOf: (position: number) => View,
): Batch {
  const pixels = 3 * inputSize * inputSize
  for (const { values } of Object.values(targets)) values.fill(0)
  images.values.fill(0, indices.length * pixels)
  const seenSamples = indices.map((index, position) => {
    const view = viewOf(position)
    drawView(cache.read(index), view, inputSize, images.values, position * pixels)
    return { sample: samples[index]!, index, view, classes: () => cache.readClasses(index) }
  })
  writeTargets(seenSamples, targets)
  return { images, ...targets }
}

/**
 * The batches of training: seeded by epoch and place, whichever order they are asked for in. A batch is valid until the
 * next but one: one can be filled while the other is worked on.
 */
export interface Batches {
  /** Steps of an epoch. The last batch is filled up from the epoch's beginning. */
  steps: number
  batch(epoch: number, step: number): Batch
}

export function trainingBatches<S extends Sample>(needs: BatchNeeds<S>, seed: number): Batches {
  const { samples, batchSize, network } = needs
  let [current, next] = [createBuffers(needs), createBuffers(needs)]
  let shuffled = { epoch: -1, order: [] as number[] }
  return {
    steps: Math.ceil(samples.length / batchSize),
    batch(epoch, step) {
      if (shuffled.epoch !== epoch) {
        shuffled = { epoch, order: permutation(samples.length, randomAt(seed, purpose.shuffle, epoch)) }
      }
      const { order } = shuffled
      const indices = Array.from({ length: batchSize }, (_, k) => order[(step * batchSize + k) % samples.length]!)
      ;[current, next] = [next, current]
      return fill(needs, current, indices, (position) =>
        randomView(randomAt(seed, purpose.view, epoch, step * batchSize + position), network.inputSize),
      )
    },
  }
}

/** The images as they are, in order; the last batch may be part empty. A batch is valid until the next. */
export function* validationBatches<S extends Sample>(
  needs: BatchNeeds<S>,
): Generator<{ indices: number[]; batch: Batch }> {
  const buffers = createBuffers(needs)
  for (let start = 0; start < needs.samples.length; start += needs.batchSize) {
    const length = Math.min(needs.batchSize, needs.samples.length - start)
    const indices = Array.from({ length }, (_, k) => start + k)
    yield { indices, batch: fill(needs, buffers, indices, () => plainView) }
  }
}

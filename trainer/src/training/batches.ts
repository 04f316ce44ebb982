import { plainView, drawView, randomView, type View } from '../data/augmentation.ts'
import type { ImageCache } from '../data/image-cache.ts'
import type { Sample } from '../data/sample.ts'
import { elements } from '../graph/graph.ts'
import type { Network } from '../network/network.ts'
import { permutation, randomAt } from '../random.ts'
import type { FloatTensor } from '../runtime.ts'
import type { SeenSample } from './task.ts'

export type Batch = Readonly<Record<string, FloatTensor>>

/** Reused memory of a batch: new allocations per step would pile up until collected. */
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

/** Purposes of random streams, so that no two share numbers. */
const purpose = { shuffle: 1, view: 2 } as const

export interface BatchNeeds<S extends Sample> {
  samples: readonly S[]
  cache: ImageCache
  network: Network
  batchSize: number
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

/** Seeded by epoch and position. A batch is valid until the next but one, so that one is filled while another is used. */
export interface Batches {
  /** Steps per epoch. The last batch wraps around to the epoch's start. */
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

/** Validation images in order; the last batch may be partly empty. A batch is valid until the next. */
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

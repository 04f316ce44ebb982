import { boxToInput, letterbox } from '@vermilion/contract/detection/letterbox'
import { drawView, plainView, randomView, viewTruth, type View } from '../data/augmentation.ts'
import type { ImageCache } from '../data/image-cache.ts'
import type { Sample } from '../data/sample.ts'
import { stride, type DetectorShape } from '../detector/plan.ts'
import { writeTargets } from '../detector/targets.ts'
import { permutation, randomAt } from '../random.ts'
import type { FloatTensor } from '../runtime.ts'

/** The tensors of one batch, as the training and the validation model take them. */
export type Batch = Record<'images' | 'targets' | 'objects', FloatTensor>

/** The memory of one batch. It is used again and again: new memory each step would pile up until it is collected. */
interface Buffers {
  images: Float32Array
  targets: Float32Array
}

function createBuffers({
  batchSize,
  shape: { inputSize, labelCount },
}: Omit<BatchNeeds, 'samples' | 'cache'>): Buffers {
  const cells = (inputSize / stride) ** 2
  return {
    images: new Float32Array(batchSize * 3 * inputSize * inputSize),
    targets: new Float32Array(batchSize * (labelCount + 5) * cells),
  }
}

/** Purposes of random streams, so that no two draw the same numbers. */
const purpose = { shuffle: 1, view: 2 } as const

interface BatchNeeds {
  samples: readonly Sample[]
  cache: ImageCache
  shape: DetectorShape
  batchSize: number
}

function fill(
  { samples, cache, shape, batchSize }: BatchNeeds,
  { images, targets }: Buffers,
  indices: readonly number[],
  viewOf: (place: number) => View,
): Batch {
  const { inputSize, labelCount } = shape
  const pixels = 3 * inputSize * inputSize
  const edge = inputSize / stride
  const record = (labelCount + 5) * edge * edge
  targets.fill(0)
  images.fill(0, indices.length * pixels)
  let objects = 0
  for (const [place, index] of indices.entries()) {
    const sample = samples[index]!
    const view = viewOf(place)
    drawView(cache.read(index), view, inputSize, images, place * pixels)
    const fit = letterbox(sample, inputSize)
    const truth = sample.truth.map(({ labelIndex, box }) => ({ labelIndex, box: boxToInput(box, fit) }))
    const seen = viewTruth(truth, view, inputSize)
    writeTargets(seen, shape, targets, place * record)
    objects += seen.length
  }
  return {
    images: { values: images, shape: [batchSize, 3, inputSize, inputSize] },
    targets: { values: targets, shape: [batchSize, labelCount + 5, edge, edge] },
    objects: { values: Float32Array.of(1 / Math.max(1, objects)), shape: [] },
  }
}

/**
 * The batches of training: seeded by epoch and place, whichever order they are asked for in. A batch is valid until the
 * next but one: one can be filled while the other is worked on.
 */
export function trainingBatches(needs: BatchNeeds, seed: number) {
  const { samples, batchSize, shape } = needs
  let [current, next] = [createBuffers(needs), createBuffers(needs)]
  let shuffled = { epoch: -1, order: [] as number[] }
  return {
    /** Steps of an epoch. The last batch is filled up from the epoch's beginning. */
    steps: Math.ceil(samples.length / batchSize),
    batch(epoch: number, step: number): Batch {
      if (shuffled.epoch !== epoch) {
        shuffled = { epoch, order: permutation(samples.length, randomAt(seed, purpose.shuffle, epoch)) }
      }
      const { order } = shuffled
      const indices = Array.from({ length: batchSize }, (_, k) => order[(step * batchSize + k) % samples.length]!)
      ;[current, next] = [next, current]
      return fill(needs, current, indices, (place) =>
        randomView(randomAt(seed, purpose.view, epoch, step * batchSize + place), shape.inputSize),
      )
    },
  }
}

/** The images as they are, in order; the last batch may be part empty. A batch is valid until the next. */
export function* validationBatches(needs: BatchNeeds): Generator<{ indices: number[]; batch: Batch }> {
  const buffers = createBuffers(needs)
  for (let start = 0; start < needs.samples.length; start += needs.batchSize) {
    const length = Math.min(needs.batchSize, needs.samples.length - start)
    const indices = Array.from({ length }, (_, k) => start + k)
    yield { indices, batch: fill(needs, buffers, indices, () => plainView) }
  }
}

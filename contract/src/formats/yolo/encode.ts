import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import type { LabeledImage, LabeledShape, Split } from '../labeled-images.ts'
import { fileName, joinPath, stemOf } from '../images/image-paths.ts'
import { createLosses } from '../losses.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { createFlatNames, createUniqueNames } from '../unique-names.ts'
import { encodeYoloConfiguration, type YoloConfiguration, yoloFolders } from './configuration.ts'
import { writeYoloLine } from './labels.ts'

interface YoloLayout {
  splits: (splits: readonly (Split | null)[]) => Pick<YoloConfiguration, 'train' | 'val' | 'test'>
  createNames: () => (path: string) => string
  /** True when images of all splits share a folder and lists tell them apart. */
  isFlat: boolean
}

const isReserved = (stem: string) =>
  /^(?:classes|train|valid|val|validation|test|readme.*|requirements)$/i.test(fileName(stem))

/** A list per split. Images without split are used for training, as in folders. */
const listOf = (split: Split | null) => `${splitName(split ?? 'train')}.txt`

const layouts: Record<string, YoloLayout> = {
  ultralytics: { splits: yoloFolders, createNames: () => createUniqueNames(isReserved), isFlat: false },
  flat: {
    splits(splits) {
      const listsOf = (...some: (Split | null)[]) =>
        some.some((one) => splits.includes(one)) ? [listOf(some[0]!)] : []
      const train = listsOf('train', null)
      const val = listsOf('validation')
      return { train, val: val.length > 0 ? val : train, test: listsOf('test') }
    },
    createNames: () => createFlatNames(isReserved),
    isFlat: true,
  },
}

/** `data.yaml`, `classes.txt`, `images/<split>` and `labels/<split>`, with empty files for no objects. `flat`: one folder. */
export async function* encodeYolo(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const { splits, createNames, isFlat } = layouts[options.layout ?? 'ultralytics'] ?? layouts['ultralytics']!
  const configuration = { path: '.', ...splits(source.splits), names: source.labels.map(({ name }) => name) }
  yield { type: 'file', path: 'data.yaml', content: textOf([encodeYoloConfiguration(configuration)]) }
  // LabelImg and Label Studio read class names there.
  yield { type: 'file', path: 'classes.txt', content: textOf(configuration.names.map((name) => `${name}\n`)) }
  const losses = createLosses(['attributes', 'scores', 'tags', 'groups', 'joined', 'outlines'])
  const lists = new Map<string, string[]>()
  let nameFor = createNames()
  for (const split of source.splits) {
    if (!isFlat) nameFor = createNames()
    const list = lists.get(listOf(split)) ?? []
    lists.set(listOf(split), list)
    for await (const image of source.images(split)) {
      const name = nameFor(image.path)
      const reason = isFlat && image.path.includes('/') ? 'flattened' : 'renamed'
      if (name !== image.path) yield { type: 'problem', problem: { file: image.path, reason, values: { name } } }
      losses.note(image)
      for (const shape of image.shapes) {
        if (shape.kind === 'mask') losses.add('outlines')
        if (shape.kind === 'polygon' && shape.polygon.rings.length > 1) losses.add('joined')
      }
      const path = isFlat ? name : joinPath('images', splitName(split), name)
      if (isFlat) list.push(`./${name}\n`)
      if (options.images) yield { type: 'image', path: path, of: image.path }
      const labels = isFlat ? path : joinPath('labels', splitName(split), name)
      if (!image.unlabeled) yield* labelsOf(image, `${stemOf(labels)}.txt`)
    }
  }
  if (isFlat) for (const [path, lines] of lists) yield { type: 'file', path, content: textOf(lines) }
  yield* losses.problems('labels')
}

function* labelsOf(image: LabeledImage, path: string): Generator<Encoded> {
  const lines: string[] = []
  for (const [index, shape] of image.shapes.entries()) {
    const line = writtenLine(shape, image)
    if (line !== null) lines.push(line)
    else
      yield {
        type: 'problem',
        problem: { file: image.path, reason: 'kind-not-written', values: { where: `${index + 1}` } },
      }
  }
  yield { type: 'file', path, content: textOf(lines) }
}

function writtenLine(shape: LabeledShape, image: LabeledImage): string | null {
  const line = writeYoloLine(shape, image)
  return line === null ? null : `${line}\n`
}

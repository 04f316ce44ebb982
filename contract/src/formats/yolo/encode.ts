import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import type { LabeledImage } from '../labeled-images.ts'
import { joinPath, stemOf } from '../images/image-paths.ts'
import { createLosses } from '../losses.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { createUniqueNames } from '../unique-names.ts'
import { encodeYoloConfiguration, yoloFolders } from './configuration.ts'
import { writeYoloLine } from './labels.ts'

/** As Ultralytics reads it: `data.yaml` with `classes.txt` beside it, `images/<split>` and `labels/<split>`; an image without objects has an empty file. */
export async function* encodeYolo(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const configuration = { path: '.', ...yoloFolders(source.splits), names: source.labels.map(({ name }) => name) }
  yield { type: 'file', path: 'data.yaml', content: textOf([encodeYoloConfiguration(configuration)]) }
  // LabelImg and Label Studio read the names of classes there.
  yield { type: 'file', path: 'classes.txt', content: textOf(configuration.names.map((name) => `${name}\n`)) }
  const losses = createLosses(['attributes', 'scores', 'tags', 'groups'])
  for (const split of source.splits) {
    const nameFor = createUniqueNames()
    for await (const image of source.images(split)) {
      const name = nameFor(image.path)
      if (name !== image.path)
        yield { type: 'problem', problem: { file: image.path, reason: 'renamed', values: { name } } }
      losses.note(image)
      const path = joinPath('images', splitName(split), name)
      if (options.images) yield { type: 'image', path: path, of: image.path }
      if (!image.unlabeled) yield* labelsOf(image, path)
    }
  }
  yield* losses.problems('labels')
}

function* labelsOf(image: LabeledImage, path: string): Generator<Encoded> {
  const lines: string[] = []
  for (const [index, shape] of image.shapes.entries()) {
    const line = writeYoloLine(shape, image)
    if (line !== null) lines.push(`${line}\n`)
    else
      yield {
        type: 'problem',
        problem: { file: image.path, reason: 'kind-not-written', values: { where: `${index + 1}` } },
      }
  }
  yield { type: 'file', path: `labels/${stemOf(path.slice('images/'.length))}.txt`, content: textOf(lines) }
}

import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import { joinPath } from '../images/image-paths.ts'
import type { Split } from '../labeled-images.ts'
import { createLosses } from '../losses.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { folderOfClass, listLine, unlabeledFolder } from './layout.ts'

/** `synsets.txt` keeps the class order; `<split>.txt` lists images with class numbers, as CVAT does. */
export async function* encodeImagenet(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  const order = options.layout ?? 'split/class'
  const folders = source.labels.map(({ name }) => folderOfClass(name))
  const placeIn = (split: Split | null, folder: string, path: string) => {
    if (order === 'class') return joinPath(folder, path)
    return order === 'class/split' ? joinPath(folder, splitName(split), path) : joinPath(splitName(split), folder, path)
  }
  yield { type: 'file', path: 'synsets.txt', content: textOf(folders.map((folder) => `${folder}\n`)) }
  const losses = createLosses(['attributes', 'scores', 'tags', 'empty'])
  const lossesOfOthers = createLosses(['splits'])
  for (const split of source.splits) {
    const lines: string[] = []
    for await (const image of source.images(split)) {
      losses.note(image)
      if (!image.unlabeled && image.shapes.length === 0) losses.add('empty')
      // Without split folders only the lists, which require a class, carry the split.
      if (order === 'class' && image.shapes.length === 0) lossesOfOthers.note(image)
      const classes = [...new Set(image.shapes.map(({ labelIndex }) => labelIndex))]
      const [first] = classes
      if (classes.length > 1) {
        const values = { where: image.path, count: classes.length - 1 }
        yield { type: 'problem', problem: { file: image.path, reason: 'more-classes', values } }
      }
      const path = placeIn(split, first === undefined ? unlabeledFolder : folders[first]!, image.path)
      if (first !== undefined) lines.push(`${listLine(path, first)}\n`)
      if (options.images) yield { type: 'image', path: path, of: image.path }
    }
    yield { type: 'file', path: `${splitName(split)}.txt`, content: textOf(lines) }
  }
  yield* losses.problems('synsets.txt')
  yield* lossesOfOthers.problems('synsets.txt')
}

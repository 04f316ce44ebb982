import { columnRuns, compressRuns } from '../../labels/column-runs.ts'
import type { LabelKind } from '../../labels/index.ts'
import type { Encoded, EncodeOptions, LabeledSource } from '../codec.ts'
import { joinPath } from '../images/image-paths.ts'
import type { LabeledImage, LabeledShape, LabeledShapeOf } from '../labeled-images.ts'
import { splitName } from '../splits.ts'
import { textOf } from '../text/text-chunks.ts'
import { type Column, writtenColumns } from './columns.ts'
import { csvLine } from './records.ts'

const forPrograms = { isGuarded: false, end: '\n' } as const

type Cells = Partial<Record<Column, string | number>>

/** A row per label, with TensorFlow's and Roboflow's columns first; an image without labels has one without a class. */
export async function* encodeCsv(source: LabeledSource, options: EncodeOptions = {}): AsyncGenerator<Encoded> {
  yield { type: 'file', path: 'classes.txt', content: textOf(source.labels.map(({ name }) => `${name}\n`)) }
  yield { type: 'file', path: 'annotations.csv', content: textOf(tableText(source)) }
  if (!options.images) return
  for (const split of source.splits) {
    for await (const { path } of source.images(split)) {
      yield { type: 'image', path: joinPath('images', splitName(split), path), of: path }
    }
  }
}

async function* tableText(source: LabeledSource): AsyncGenerator<string> {
  yield csvLine(writtenColumns, forPrograms)
  for (const split of source.splits) {
    for await (const image of source.images(split)) {
      const facts: Cells = {
        filename: image.path,
        width: image.width,
        height: image.height,
        ...(split === null ? {} : { split: splitName(split) }),
        labeled: image.unlabeled ? 0 : 1,
        ...(image.tags === undefined || image.tags.length === 0 ? {} : { tags: JSON.stringify(image.tags) }),
      }
      if (image.shapes.length === 0) yield lineOf(facts)
      for (const shape of image.shapes) {
        yield lineOf({ ...facts, class: source.labels[shape.labelIndex]?.name ?? '', ...cellsOf(shape, image) })
      }
    }
  }
}

function lineOf(cells: Cells): string {
  return csvLine(
    writtenColumns.map((column) => cells[column] ?? ''),
    forPrograms,
  )
}

function cellsOf(shape: LabeledShape, image: LabeledImage): Cells {
  const write = writers[shape.kind] as (shape: LabeledShape, image: LabeledImage) => Cells
  const { score, group, attributes } = shape
  return {
    ...write(shape, image),
    ...(score === undefined ? {} : { score }),
    ...(group === undefined ? {} : { group }),
    ...(attributes === undefined ? {} : { attributes: JSON.stringify(attributes) }),
  }
}

const writers: { [Kind in LabelKind]: (shape: LabeledShapeOf<Kind>, image: LabeledImage) => Cells } = {
  box: ({ box }) => ({ xmin: box.x, ymin: box.y, xmax: box.x + box.width, ymax: box.y + box.height }),
  polygon: ({ polygon }) => ({ rings: JSON.stringify(polygon.rings) }),
  mask: ({ mask }, image) => ({ runs: compressRuns(columnRuns(mask, image)) }),
  class: () => ({}),
}

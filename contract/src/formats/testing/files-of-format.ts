import { labelKinds } from '../../labels/dataset-labels.ts'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import { type FormatKind, writtenFormatKinds, type WrittenFormatKind } from '../offers.ts'
import { formats } from '../registry.ts'
import { memorySource, written } from './memory-folder.ts'
import { readOnlyFiles } from './read-only-files.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

const labels = [{ name: 'cat' }, { name: 'dog' }]
const shapesByKind: Record<string, LabeledShape> = {
  box: { kind: 'box', labelIndex: 1, box: { x: 1, y: 2, width: 4, height: 4 } },
  polygon: { kind: 'polygon', labelIndex: 0, polygon: { rings: [[1, 1, 7, 1, 7, 5]] } },
  mask: { kind: 'mask', labelIndex: 1, mask: { x: 2, y: 2, width: 3, height: 2, counts: [0, 6] } },
  class: { kind: 'class', labelIndex: 1 },
}

function imagesFor(kind: WrittenFormatKind): LabeledImage[] {
  const [type] = formats[kind].labelTypes
  const shape = shapesByKind[labelKinds[type!][0]]!
  return (['train', 'validation'] as const).map((split, index) => ({
    path: `${index}.png`,
    width: 8,
    height: 8,
    split,
    shapes: [shape],
  }))
}

export async function filesOfFormat(kind: FormatKind): Promise<Files> {
  const isWritten = (one: FormatKind): one is WrittenFormatKind =>
    (writtenFormatKinds as readonly string[]).includes(one)
  if (!isWritten(kind)) return readOnlyFiles[kind]
  const { files } = await written(formats[kind].encode(memorySource(labels, imagesFor(kind)), { images: true }))
  return files
}

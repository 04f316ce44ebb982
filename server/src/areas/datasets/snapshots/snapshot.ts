import type { ItemStatus } from '@vermilion/contract/datasets/items'
import type { splits } from '@vermilion/contract/datasets/kinds'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { Shape } from '@vermilion/contract/labels/index'
import type { JsonText } from '#platform/database/columns'

/**
 * A blob of JSON lines, the head first, then one image per line in the dataset's order.
 * It is named by its SHA-256, so it holds nothing that changes without the content.
 */
export interface SnapshotHead {
  name: string
  /** Shapes name their label by its index here. */
  labels: Label[]
}

export interface SnapshotImage {
  path: string
  fileId: string
  /** Null for an image of a space. */
  itemId: string | null
  checksum: string
  width: number
  height: number
  split: (typeof splits)[number]
  status: ItemStatus
  tags: string[]
  shapes: Shape[]
}

export type WrittenImage = Omit<SnapshotImage, 'shapes'> & { shapes: JsonText<Shape[]>; annotator: string | null }

export function headLine({ name, labels }: SnapshotHead): string {
  return `${JSON.stringify({ name, labels })}\n`
}

export function imageLine(image: WrittenImage): string {
  const { path, fileId, itemId, checksum, width, height, split, status, tags, shapes } = image
  const facts = JSON.stringify({ path, fileId, itemId, checksum, width, height, split, status, tags })
  return `${facts.slice(0, -1)},"shapes":${shapes}}\n`
}

export const readHead = (line: string) => JSON.parse(line) as SnapshotHead
export const readImage = (line: string) => JSON.parse(line) as SnapshotImage

export interface Line {
  readonly text: string
  readonly end: number
}

/** The lines of a text too long for memory. `from` is the position of its first byte. */
export async function* linesOf(content: AsyncIterable<Uint8Array>, from = 0): AsyncGenerator<Line> {
  let pending: Buffer[] = []
  let end = from
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let start = 0
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, start)) {
      const line = Buffer.concat([...pending, bytes.subarray(start, at)])
      pending = []
      start = at + 1
      end += line.length + 1
      yield { text: line.toString('utf8'), end }
    }
    if (start < bytes.length) pending.push(bytes.subarray(start))
  }
  const rest = Buffer.concat(pending)
  if (rest.length > 0) yield { text: rest.toString('utf8'), end: end + rest.length }
}

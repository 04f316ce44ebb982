import type { ImageChange, changedImage } from '@vermilion/contract/datasets/versions'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { sortKeyOf } from '../items/item-store.ts'
import { isLabeled } from '../rules.ts'
import { type Line, readImage, type SnapshotImage } from '../snapshots/snapshot.ts'

export type ChangedImage = z.output<typeof changedImage>

export interface Step {
  change: ChangedImage | null
}

type Aspect = ChangedImage['aspects'][number]

const compared: Readonly<Record<Aspect, (image: SnapshotImage) => unknown>> = {
  content: ({ checksum }) => checksum,
  split: ({ split }) => split,
  status: ({ status }) => status,
  tags: ({ tags }) => tags,
  shapes: ({ shapes }) => shapes,
}
const aspects = Object.keys(compared) as Aspect[]

interface Side {
  readonly line: Line
  readonly image: SnapshotImage
  readonly sortKey: Buffer
}

/** Both are sorted by sort key. Equal lines are not parsed, so comparing costs little more than reading. */
export async function* stepsBetween(previous: AsyncGenerator<Line>, newer: AsyncGenerator<Line>): AsyncGenerator<Step> {
  const next = async (side: AsyncGenerator<Line>) => {
    const result: IteratorResult<Line, unknown> = await side.next()
    return result.done === true ? undefined : result.value
  }
  let [one, other] = [await next(previous), await next(newer)]
  let sides: { one?: Side | undefined; other?: Side | undefined } = {}
  try {
    while (one !== undefined || other !== undefined) {
      const alike = one !== undefined && one.text === other?.text
      if (!alike) sides = { one: one && (sides.one ?? sideOf(one)), other: other && (sides.other ?? sideOf(other)) }
      const order = alike ? 0 : orderOf(sides.one, sides.other)
      const change = alike ? null : changeOf(order <= 0 ? sides.one : undefined, order >= 0 ? sides.other : undefined)
      if (order <= 0 && one !== undefined) {
        one = await next(previous)
        sides = { ...sides, one: undefined }
      }
      if (order >= 0 && other !== undefined) {
        other = await next(newer)
        sides = { ...sides, other: undefined }
      }
      yield { change }
    }
  } finally {
    await Promise.all([previous.return(undefined), newer.return(undefined)])
  }
}

function sideOf(line: Line): Side {
  const image = readImage(line.text)
  return { line, image, sortKey: Buffer.from(sortKeyOf(image.path)) }
}

function orderOf(one: Side | undefined, other: Side | undefined): number {
  if (one === undefined) return 1
  return other === undefined ? -1 : Buffer.compare(one.sortKey, other.sortKey)
}

function changeOf(one: Side | undefined, other: Side | undefined): ChangedImage | null {
  const image = other?.image ?? one?.image
  if (image === undefined) return null
  const [previous, newer] = [shapesIn(one), shapesIn(other)]
  const about = { path: image.path, itemId: image.itemId ?? '', fileId: image.fileId, before: previous, after: newer }
  if (one === undefined || other === undefined) {
    const change: ImageChange = one === undefined ? 'added' : 'removed'
    return { ...about, change, aspects: [] }
  }
  const different = aspects.filter(
    (aspect) => !isDeepStrictEqual(compared[aspect](one.image), compared[aspect](other.image)),
  )
  return different.length === 0 ? null : { ...about, change: 'changed', aspects: different }
}

function shapesIn(side: Side | undefined): number | null {
  if (side === undefined || !isLabeled(side.image.status)) return null
  return side.image.shapes.length
}

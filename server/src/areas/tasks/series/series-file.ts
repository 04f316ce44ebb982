import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import type { SeriesAxis } from '@vermilion/contract/tasks/metrics'

/** A point is step, time and value as 8-byte numbers. */
export const fields = 3
const pointBytes = fields * 8
/** Points per block; minimum and maximum of each block are in a separate file, so that a long series is drawn from few bytes. */
export const blockPoints = 64
const blockBytes = 2 * pointBytes

export const column = { step: 0, time: 1, relative: 1 } as const satisfies Record<SeriesAxis, number>

/**
 * Points lie in order of arrival, in a file that is only appended to or truncated. The index stores the valid count: bytes beyond
 * are overwritten.
 */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function openSeriesFile(path: string, count: number) {
  let points = count
  let tail: number[] | undefined
  let pending: number[] = []
  let end: Float64Array | undefined

  const pathOf = { points: path, blocks: `${path}.blocks` }
  const read = (file: keyof typeof pathOf, from: number, bytes: number) => {
    const buffer = Buffer.allocUnsafeSlow(bytes)
    const handle = openSync(pathOf[file], 'r')
    try {
      for (let done = 0; done < bytes;) {
        const got = readSync(handle, buffer, done, bytes - done, from + done)
        if (got === 0) throw new Error(`${pathOf[file]} is shorter than its index says`)
        done += got
      }
    } finally {
      closeSync(handle)
    }
    return new Float64Array(buffer.buffer, buffer.byteOffset, bytes / 8)
  }
  const readPoints = (from: number, to: number) =>
    to <= from ? new Float64Array() : read('points', from * pointBytes, (to - from) * pointBytes)
  const endOf = () => (end ??= readPoints(Math.max(0, points - 1), points))
  const tailOf = () => (tail ??= [...readPoints(points - (points % blockPoints), points)])

  function flush(): void {
    if (pending.length === 0) return
    const added = pending
    pending = []
    const last = tailOf()
    const blocks: number[] = []
    for (let at = 0; at < added.length; at += fields) {
      last.push(added[at] ?? 0, added[at + 1] ?? 0, added[at + 2] ?? 0)
      if (last.length === blockPoints * fields) {
        blocks.push(...endsOf(last))
        last.length = 0
      }
    }
    const full = Math.floor(points / blockPoints)
    if (blocks.length > 0) writeAt(pathOf.blocks, full * blockBytes, blocks)
    writeAt(pathOf.points, points * pointBytes, added)
    points += added.length / fields
    end = Float64Array.from(added.slice(-fields))
  }

  const readBlocks = (from: number, to: number) =>
    to <= from ? new Float64Array() : read('blocks', from * blockBytes, (to - from) * blockBytes)
  function position(axis: number, value: number, above: boolean): number {
    let [low, high] = [0, points]
    while (low < high) {
      const middle = (low + high) >> 1
      const total = readPoints(middle, middle + 1)[axis] ?? 0
      if (total < value || (above && total === value)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    count: () => points + pending.length / fields,
    add(step: number, time: number, value: number) {
      pending.push(step, time, value)
    },
    flush,
    /** Removes the points from a step on. Steps must be ascending. */
    cutFrom(step: number) {
      while ((pending.at(-fields) ?? -Infinity) >= step) pending.length -= fields
      if (pending.length > 0 || points === 0 || (endOf()[0] ?? 0) < step) return
      points = position(0, step, false)
      end = tail = undefined
    },
    last: (): ArrayLike<number> => (pending.length > 0 ? pending.slice(-fields) : endOf()),
    extent(): [low: number, high: number] | null {
      flush()
      const full = Math.floor(points / blockPoints)
      let [low, high] = [Infinity, -Infinity]
      for (const part of [readBlocks(0, full), readPoints(full * blockPoints, points)]) {
        for (let at = 2; at < part.length; at += fields) {
          if (!Number.isFinite(part[at])) continue
          low = Math.min(low, part[at] ?? low)
          high = Math.max(high, part[at] ?? high)
        }
      }
      return low > high ? null : [low, high]
    },
    points(from: number, to: number) {
      flush()
      return readPoints(from, to)
    },
    /** Minimum and maximum point of each block in a range, in order of arrival. */
    blocks(from: number, to: number) {
      flush()
      return readBlocks(from, to)
    },
    /** First position whose value on an axis is at least (or above) `value`. The axis must be ascending. */
    position(axis: number, value: number, above = false) {
      flush()
      return position(axis, value, above)
    },
    remove() {
      rmSync(pathOf.points, { force: true })
      rmSync(pathOf.blocks, { force: true })
    },
  }
}
export type SeriesFile = ReturnType<typeof openSeriesFile>

/** Minimum and maximum of the points, in order of arrival; of non-finite numbers only the first. */
function endsOf(points: readonly number[]): number[] {
  const first = points.findIndex((value, at) => at % fields === 2 && Number.isFinite(value))
  let [low, high] = first === -1 ? [0, 0] : [first - 2, first - 2]
  for (let at = low + fields; at < points.length; at += fields) {
    if (!Number.isFinite(points[at + 2])) continue
    if ((points[at + 2] ?? 0) < (points[low + 2] ?? 0)) low = at
    if ((points[at + 2] ?? 0) > (points[high + 2] ?? 0)) high = at
  }
  const [one, other] = low <= high ? [low, high] : [high, low]
  return [...points.slice(one, one + fields), ...points.slice(other, other + fields)]
}

function writeAt(path: string, position: number, numbers: readonly number[]): void {
  const bytes = Buffer.from(new Float64Array(numbers).buffer)
  const handle = openSync(path, 'a+')
  try {
    // Append mode creates the file; bytes beyond the count are left from a crash.
    const { size } = fstatSync(handle)
    if (size < position) throw new Error(`${path} is shorter than its index says`)
    if (size > position) ftruncateSync(handle, position)
    writeSync(handle, bytes)
  } finally {
    closeSync(handle)
  }
}

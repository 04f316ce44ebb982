import { blockPoints, column, fields } from './series-file.ts'
import type { SeriesFile } from './series-file.ts'

export interface Span {
  axis: 'step' | 'time'
  from: number | undefined
  to: number | undefined
  points: number
}

export interface Reduced {
  x: Float64Array
  y: Float64Array
  isComplete: boolean
}

/** Reduces to minimum and maximum of equal intervals, so that no spike is lost, with one neighbor on each side. */
export function reduce(file: SeriesFile, rises: boolean, span: Span): Reduced {
  const axis = column[span.axis]
  if (!rises) return reduceSorted(file, axis, span)
  const count = file.count()
  const from = span.from === undefined ? 0 : Math.max(0, file.position(axis, span.from) - 1)
  const to = span.to === undefined ? count : Math.min(count, file.position(axis, span.to, true) + 1)
  if (to - from <= span.points) return plain(file.points(from, to), axis)
  const gather = createGathering(to - from, span.points)
  const [first, last] = [Math.ceil(from / blockPoints), Math.floor(to / blockPoints)]
  if (last - first < span.points) {
    gather.take(file.points(from, to), axis, 1)
  } else {
    gather.take(file.points(from, first * blockPoints), axis, 1)
    gather.take(file.blocks(first, last), axis, blockPoints / 2)
    gather.take(file.points(last * blockPoints, to), axis, 1)
  }
  return gather.end()
}

function reduceSorted(file: SeriesFile, axis: number, span: Span): Reduced {
  const all = file.points(0, file.count())
  const order = Array.from({ length: all.length / fields }, (_, at) => at).toSorted(
    (a, b) => (all[a * fields + axis] ?? 0) - (all[b * fields + axis] ?? 0),
  )
  const { from = -Infinity, to = Infinity } = span
  const xOf = (at: number) => all[(order[at] ?? 0) * fields + axis] ?? 0
  let [begin, end] = [0, order.length]
  while (begin + 1 < order.length && xOf(begin + 1) < from) begin += 1
  while (end - 1 > begin && xOf(end - 2) > to) end -= 1
  const sorted = new Float64Array((end - begin) * fields)
  for (let at = begin; at < end; at += 1) {
    const source = (order[at] ?? 0) * fields
    sorted.set(all.subarray(source, source + fields), (at - begin) * fields)
  }
  if (end - begin <= span.points) return plain(sorted, axis)
  const gather = createGathering(end - begin, span.points)
  gather.take(sorted, axis, 1)
  return gather.end()
}

function plain(points: Float64Array, axis: number): Reduced {
  const count = points.length / fields
  const [x, y] = [new Float64Array(count), new Float64Array(count)]
  let written = 0
  for (let at = 0; at < count; at += 1) {
    const value = points[at * fields + 2] ?? 0
    if (!Number.isFinite(value)) continue
    x[written] = points[at * fields + axis] ?? 0
    y[written] = value
    written += 1
  }
  return { x: x.subarray(0, written), y: y.subarray(0, written), isComplete: true }
}

function createGathering(count: number, requested: number) {
  const stretches = Math.max(1, Math.floor(requested / 2))
  const x = new Float64Array(stretches * 2 + 2)
  const y = new Float64Array(stretches * 2 + 2)
  let written = 0
  let seenCount = 0
  let current = -1
  const low = { x: 0, y: 0 }
  const high = { x: 0, y: 0 }
  const put = (point: { x: number; y: number }) => {
    x[written] = point.x
    y[written] = point.y
    written += 1
  }
  const close = () => {
    if (current < 0) return
    const [first, second] = low.x <= high.x ? [low, high] : [high, low]
    put(first)
    if (second.x !== first.x || second.y !== first.y) put(second)
  }
  return {
    take(points: Float64Array, axis: number, weight: number) {
      for (let at = 0; at < points.length; at += fields) {
        const stretch = Math.min(stretches - 1, Math.floor((seenCount * stretches) / count))
        const [atX, value] = [points[at + axis] ?? 0, points[at + 2] ?? 0]
        seenCount += weight
        if (!Number.isFinite(value)) continue
        if (stretch !== current) {
          close()
          current = stretch
          low.x = high.x = atX
          low.y = high.y = value
          continue
        }
        if (value < low.y) [low.x, low.y] = [atX, value]
        if (value > high.y) [high.x, high.y] = [atX, value]
      }
    },
    end(): Reduced {
      close()
      return { x: x.slice(0, written), y: y.slice(0, written), isComplete: false }
    },
  }
}

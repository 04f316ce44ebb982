import { metricEndpoints, maxPoints, type SeriesAxis } from '@vermilion/contract/tasks/metrics'
import { read } from '#lib/query.ts'
import { around, type Span } from './view.ts'

/** Characters of names in one address: proxies take no longer ones. */
const maxAddressLength = 3_500
/** CSS pixels of most charts beside others. */
const maxColumnWidth = 700
/** Points of all curves of a chart: where there are many they hide one another, and each does with fewer. */
const maxPointsPerRequest = 50_000
/** Points of each curve, however many there are. */
const minPointsPerSeries = 200

export interface PointsRequest {
  tasks: readonly string[]
  names: readonly string[]
  axis: SeriesAxis
  /** Null for the whole. */
  span: Span | null
  /** True when the chart fills the width of the page. */
  alone: boolean
}

/**
 * The calls that read the points of a chart, about as many as its pixels can show, in as few as addresses allow. From
 * the window alone, so that they can be made before the page is laid out.
 */
export function pointReads({ tasks, names, axis, span, alone }: PointsRequest) {
  const width = alone ? innerWidth * 0.75 : Math.min(innerWidth, maxColumnWidth)
  const wide = span === null ? undefined : around(span)
  // In steps, so that a window that is made larger asks anew only now and then.
  const pixels = Math.ceil(width / 200) * 200
  const each = Math.max(
    minPointsPerSeries,
    Math.min(pixels, Math.floor(maxPointsPerRequest / (names.length * tasks.length))),
  )
  const points = Math.min(maxPoints, wide === undefined ? each : each * 2)
  return partsOf(names).map((part) =>
    read(metricEndpoints.readSeries, {
      query: { tasks: tasks.join(), names: part.join('\n'), axis, from: wide?.from, to: wide?.to, points },
    }),
  )
}

function partsOf(names: readonly string[]): string[][] {
  const parts: string[][] = []
  let length = Infinity
  for (const name of names) {
    const more = encodeURIComponent(name).length + 3
    if (length + more > maxAddressLength) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(name)
    length += more
  }
  return parts
}

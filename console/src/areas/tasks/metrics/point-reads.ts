import { metricEndpoints, maxPoints, type SeriesAxis } from '@vermilion/contract/tasks/metrics'
import { read } from '#lib/query.ts'
import { around, type Span } from '#ui/chart/lines/span.ts'

/** The maximum length of names in an address, because proxies reject longer ones. */
const maxAddressLength = 3_500
const maxColumnWidth = 700
/** The maximum number of points of a chart's curves; with many curves, each needs fewer. */
const maxPointsPerRequest = 50_000
/** The minimum number of points per curve. */
const minPointsPerSeries = 200

export interface PointsRequest {
  tasks: readonly string[]
  names: readonly string[]
  axis: SeriesAxis
  /** Null for the whole. */
  span: Span | null
  alone: boolean
}

/** The window alone decides how many points a chart requests, so that requests can start before the layout. */
export function pointReads({ tasks, names, axis, span, alone }: PointsRequest) {
  const width = alone ? innerWidth * 0.75 : Math.min(innerWidth, maxColumnWidth)
  const wide = span === null ? undefined : around(span)
  // Rounded, so that resizing the window seldom repeats the request.
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

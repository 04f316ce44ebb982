import { join } from 'node:path'
import type { SourceFile } from './find-sources.ts'
import { openSeriesFile } from './series-file.ts'
import type { SeriesFile } from './series-file.ts'
import type { Series } from './series-index.ts'

const maxSeries = 5_000
const maxNameLength = 250

export interface OpenedSeries {
  series: Series
  file: SeriesFile
}

export function createSeriesCatalogue(folder: string, index: { series: readonly Series[]; nextNumber: number }) {
  const series = new Map(index.series.map((one) => [one.name, one]))
  const byOwn = new Map(index.series.map((one) => [keyOf(one.path, one.own), one]))
  const files = new Map<string, SeriesFile>()
  /** Series that lost points; their extents are recomputed after reading. */
  const narrowed = new Set<Series>()
  let { nextNumber } = index

  function fileOf(one: Series): SeriesFile {
    const existing = files.get(one.name)
    if (existing !== undefined) return existing
    const opened = openSeriesFile(join(folder, String(one.number)), one.points)
    files.set(one.name, opened)
    return opened
  }
  const open = (one: Series | undefined): OpenedSeries | undefined =>
    one === undefined ? undefined : { series: one, file: fileOf(one) }

  function freeName({ kind, prefix }: SourceFile, name: string): string {
    const clean =
      `${prefix}${name}`
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, maxNameLength)
        .toWellFormed() || '-'
    let free = clean
    for (let more = 1; series.has(free); more += 1) free = `${clean} (${more === 1 ? kind : `${kind} ${more}`})`
    return free
  }

  return {
    all: () => [...series.values()],
    find: (name: string) => open(series.get(name)),
    findOwn: (path: string, own: string) => open(byOwn.get(keyOf(path, own))),
    /** Undefined beyond the limit. */
    ensure(source: SourceFile, own: string): OpenedSeries | undefined {
      const key = keyOf(source.path, own)
      const existing = byOwn.get(key)
      if (existing !== undefined || series.size >= maxSeries) return open(existing)
      const made = emptySeries({
        name: freeName(source, own),
        own,
        path: source.path,
        source: source.kind,
        number: nextNumber,
      })
      nextNumber += 1
      series.set(made.name, made)
      byOwn.set(key, made)
      return open(made)
    },
    /** Drops the points after a step: a run continued from a checkpoint repeats steps. */
    rewind({ series: one, file }: OpenedSeries, step: number): void {
      file.cutFrom(step)
      one.points = file.count()
      one.last = one.points === 0 ? null : pointOf(file.last())
      if (one.last === null) one.first = null
      narrowed.add(one)
    },
    removeSource(path: string): void {
      for (const one of series.values()) {
        if (one.path !== path) continue
        fileOf(one).remove()
        series.delete(one.name)
        byOwn.delete(keyOf(path, one.own))
        files.delete(one.name)
        narrowed.delete(one)
      }
    },
    flush(): { series: Series[]; nextNumber: number } {
      for (const one of narrowed) [one.minimum, one.maximum] = fileOf(one).extent() ?? [null, null]
      narrowed.clear()
      for (const file of files.values()) file.flush()
      return { series: [...series.values()], nextNumber }
    },
  }
}
export type SeriesCatalogue = ReturnType<typeof createSeriesCatalogue>

const emptySeries = (identity: Pick<Series, 'name' | 'own' | 'path' | 'source' | 'number'>): Series => ({
  ...identity,
  points: 0,
  notFinite: 0,
  first: null,
  last: null,
  minimum: null,
  maximum: null,
  stepsRise: true,
  timesRise: true,
})

const keyOf = (path: string, name: string) => `${path}\n${name}`

const pointOf = (point: ArrayLike<number>) => ({ step: point[0] ?? 0, time: point[1] ?? 0, value: point[2] ?? 0 })

import { existsSync, mkdirSync } from 'node:fs'
import type { SeriesInfo, TaskSeries } from '@vermilion/contract/tasks/metrics'
import { findSources } from './find-sources.ts'
import type { SourceFile } from './find-sources.ts'
import { readHeadline } from './headline.ts'
import { readSource } from './read-source.ts'
import { createSeriesCatalogue } from './series-catalogue.ts'
import { lastOf, readIndex, writeIndex } from './series-index.ts'
import type { Series } from './series-index.ts'
import { createSeriesSink } from './series-sink.ts'

export interface SeriesLocation {
  output: string
  folder: string
  /** In milliseconds. */
  startedAt: number
}

/** The index stores read positions and point counts, and is replaced atomically; missing or inconsistent files are read again. */
export function openTaskSeries({ output, folder, startedAt }: SeriesLocation) {
  const index = readIndex(folder)
  const catalogue = createSeriesCatalogue(folder, index)
  const sources = new Map(index.sources)
  const texts = { parameters: new Map(index.parameters), tags: new Map(index.tags) }
  let isChanged = false
  let hasGrown = false
  let stoppedAt: string | null = null
  let nextSource = 0

  function forget(path: string): void {
    catalogue.removeSource(path)
    sources.delete(path)
    isChanged = hasGrown = true
  }

  const noteProgress = () => void (isChanged = true)
  function noteChange(isPoint: boolean): void {
    hasGrown = true
    if (isPoint) isChanged = true
  }
  const sinkOf = (file: SourceFile, repeats: 'rewind' | 'append', modifiedAt: number) =>
    createSeriesSink(file, { catalogue, texts, repeats, modifiedAt, noteChange })

  function save(): void {
    if (!isChanged) return
    const { parameters, tags } = texts
    writeIndex(folder, { ...catalogue.flush(), sources: [...sources], parameters: [...parameters], tags: [...tags] })
    isChanged = false
  }

  return {
    /** Reads one journal completely; returns the remaining bytes. */
    readOn(milliseconds: number, journal?: string): number {
      const { files, ...end } = findSources(output, folder)
      stoppedAt = end.stoppedAt
      if (files.some(({ file }) => existsSync(file))) mkdirSync(folder, { recursive: true })
      const own = files.find(({ root, path }) => root === folder && path === journal)
      if (own !== undefined) readSource(own, Infinity, { sources, startedAt, sinkOf, forget, noteProgress })
      const until = performance.now() + milliseconds
      const first = nextSource
      let unread = 0
      for (let position = 0; position < files.length; position += 1) {
        const at = (first + position) % files.length
        const source = files[at]
        if (source === undefined) continue
        const isBefore = performance.now() <= until
        unread += readSource(source, until, { sources, startedAt, sinkOf, forget, noteProgress })
        if (isBefore && performance.now() > until) nextSource = at + 1
      }
      save()
      return unread
    },
    tellGrowth(): boolean {
      const isReported = hasGrown
      hasGrown = false
      return isReported
    },
    info: (): Omit<TaskSeries, 'unread'> => ({
      series: catalogue.all().map(infoOf),
      problems: [
        ...[...sources].flatMap(([path, { problem, offset }]) =>
          problem === null ? [] : [{ path, detail: `${problem} (byte ${offset})` }],
        ),
        ...(stoppedAt === null ? [] : [{ path: stoppedAt, detail: 'there are too many folders and files of metrics' }]),
      ],
      parameters: Object.fromEntries(texts.parameters),
      tags: Object.fromEntries(texts.tags),
    }),
    headline: () => readHeadline({ series: catalogue.all(), find: catalogue.find }),
    find: catalogue.find,
    findOwn: catalogue.findOwn,
    latestOf: (path: string) =>
      catalogue.all().flatMap((one) => {
        const latest = one.latest ?? one.last
        return one.path === path && latest !== null ? [{ name: one.own, ...latest, value: Number(latest.value) }] : []
      }),
    begin: () => firstTime(catalogue.all()) ?? startedAt,
  }
}
export type TaskSeriesCache = ReturnType<typeof openTaskSeries>

const infoOf = (one: Series): SeriesInfo => ({
  name: one.name,
  source: one.source,
  points: one.points - (one.odd ?? 0),
  notFinite: one.notFinite,
  first: one.first,
  last: lastOf(one),
  minimum: one.minimum,
  maximum: one.maximum,
})

function firstTime(series: readonly Series[]): number | undefined {
  const times = (isOwn: boolean) =>
    series.flatMap(({ source, first }) => (first !== null && (source !== 'system') === isOwn ? [first.time] : []))
  const all = [times(true), times(false)].find((some) => some.length > 0)
  return all?.reduce((least, time) => Math.min(least, time), Infinity)
}

import { closeSync, fstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TaskSeries } from '@vermilion/contract/metrics'
import { findSources } from './find-sources.ts'
import type { SourceFile } from './find-sources.ts'
import { readers } from './readers/registry.ts'
import type { Sink } from './readers/reader.ts'
import { openSeriesFile } from './series-file.ts'
import type { SeriesFile } from './series-file.ts'
import { readIndex, writeIndex } from './series-index.ts'
import type { Series } from './series-index.ts'
import { isAnother, openable, openFile, readPart, seamOf } from './source-file.ts'

/** Bytes that are read of a file at once. */
const chunkBytes = 4 * 1024 * 1024
const mostSeries = 5_000
const longestName = 250

export interface TaskPlace {
  /** What the program writes. */
  output: string
  /** What the server keeps of it, and its own journals. */
  folder: string
  /** When the run began, in milliseconds. */
  startedAt: number
}

interface Opened {
  series: Series
  file: SeriesFile
}

/**
 * The metrics of one task, read from its files from where they were left. The index names how far each file was read
 * and how many points count, and replaces the former one in one step; what is missing or does not fit is read anew.
 */
export function openTaskSeries({ output, folder, startedAt }: TaskPlace) {
  const index = readIndex(folder)
  const sources = new Map(index.sources)
  const series = new Map(index.series.map((one) => [one.name, one]))
  const byOwn = new Map(index.series.map((one) => [keyOf(one.path, one.own), one]))
  const parameters = new Map(index.parameters)
  const tags = new Map(index.tags)
  const files = new Map<string, SeriesFile>()
  let nextNumber = index.nextNumber
  let changed = false

  function fileOf(one: Series): SeriesFile {
    const known = files.get(one.name)
    if (known !== undefined) return known
    const opened = openSeriesFile(join(folder, String(one.number)), one.points)
    files.set(one.name, opened)
    return opened
  }

  function seriesOf({ path, kind, prefix }: SourceFile, name: string): Series | undefined {
    const key = keyOf(path, name)
    const known = byOwn.get(key)
    if (known !== undefined || series.size >= mostSeries) return known
    const clean =
      `${prefix}${name}`
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, longestName) || '-'
    let shown = clean
    for (let more = 1; series.has(shown); more += 1) shown = `${clean} (${more === 1 ? kind : `${kind} ${more}`})`
    const made: Series = {
      name: shown,
      own: name,
      path,
      source: kind,
      number: nextNumber,
      points: 0,
      notFinite: 0,
      first: null,
      last: null,
      minimum: null,
      maximum: null,
      stepsRise: true,
      timesRise: true,
    }
    nextNumber += 1
    series.set(shown, made)
    byOwn.set(key, made)
    return made
  }

  /** A run that goes on from a checkpoint counts steps again that it has had: what came of them before is forgotten. */
  function rewind(one: Series, step: number): void {
    const file = fileOf(one)
    const to = file.position(0, step)
    file.cut(to)
    const left = file.points(Math.max(0, to - 1), to)
    one.points = to
    if (to === 0) one.first = null
    one.last = to === 0 ? null : pointAt(left, 0)
    const all = file.points(0, to)
    one.minimum = one.maximum = null
    for (let at = 2; at < all.length; at += 3) widen(one, all[at] ?? 0)
  }

  function add(opened: Opened, repeats: 'rewind' | 'append', step: number, time: number, value: number): void {
    const { series: one, file } = opened
    changed = true
    if (!Number.isFinite(value)) {
      one.notFinite += 1
      return
    }
    if (one.last !== null && repeats === 'rewind' && step <= one.last.step) rewind(one, step)
    if (one.last !== null && step < one.last.step) one.stepsRise = false
    if (one.last !== null && time < one.last.time) one.timesRise = false
    file.add(step, time, value)
    one.points += 1
    one.first ??= { step, time, value }
    // Millions of points pass here: what stands already is changed and not made anew.
    one.last ??= { step, time, value }
    one.last.step = step
    one.last.time = time
    one.last.value = value
    widen(one, value)
  }

  /** Forgets what was read of a file. */
  function forget(path: string): void {
    for (const one of series.values()) {
      if (one.path !== path) continue
      fileOf(one).remove()
      series.delete(one.name)
      byOwn.delete(keyOf(path, one.own))
      files.delete(one.name)
    }
    sources.delete(path)
    changed = true
  }

  /** Reads on in one file until its end or a moment; answers the bytes left. */
  function readOn(found: SourceFile, until: number): number {
    const handle = openFile(found.file)
    if (handle === undefined) return 0
    try {
      const { ino, size, mtimeMs } = fstatSync(handle)
      let source = sources.get(found.path)
      if (source !== undefined && source.offset === size && source.file === ino) return 0
      if (source !== undefined && isAnother(handle, source, { ino, size })) {
        forget(found.path)
        source = undefined
      }
      const { reader } = readers[found.kind]
      source ??= { kind: found.kind, file: ino, offset: 0, seam: '', state: reader.empty, problem: null }
      sources.set(found.path, source)
      const opened = new Map<string, Opened>()
      const sink: Sink = {
        add: (name, step, time, value) => {
          let one = opened.get(name)
          if (one === undefined) {
            const made = seriesOf(found, name)
            if (made === undefined) return
            one = { series: made, file: fileOf(made) }
            opened.set(name, one)
          }
          add(one, reader.repeats, step, time ?? mtimeMs, value)
        },
        parameter: (name, value) => void parameters.set(name, value),
        tag: (name, value) => void (value === null ? tags.delete(name) : tags.set(name, value)),
      }
      while (source.offset < size && source.problem === null) {
        const bytes = readPart(handle, source.offset, Math.min(chunkBytes, size - source.offset))
        const read = reader.read({ bytes, remaining: size - source.offset, startedAt }, source.state, sink)
        changed ||= read.used > 0 || read.problem !== undefined
        source.offset += read.used
        source.state = read.state
        source.problem = read.problem ?? null
        source.seam = seamOf(handle, source.offset)
        if (read.used === 0) return 0
        if (performance.now() > until) break
      }
      return source.problem === null ? size - source.offset : 0
    } finally {
      closeSync(handle)
    }
  }

  function save(): void {
    if (!changed) return
    for (const file of files.values()) file.flush()
    writeIndex(folder, {
      nextNumber,
      sources: [...sources],
      series: [...series.values()],
      parameters: [...parameters],
      tags: [...tags],
    })
    changed = false
  }

  return {
    /** Reads what is new, for about so many milliseconds; answers the bytes left. */
    readOn(milliseconds: number): number {
      const until = performance.now() + milliseconds
      const found = findSources(output, folder)
      if (found.some(({ file }) => openable(file))) mkdirSync(folder, { recursive: true })
      let unread = 0
      for (const source of found) unread += readOn(source, until)
      save()
      return unread
    },
    info: (): Omit<TaskSeries, 'unread'> => ({
      series: [...series.values()].map(
        ({ path: _p, own: _o, number: _n, stepsRise: _s, timesRise: _t, ...one }) => one,
      ),
      problems: [...sources].flatMap(([path, { problem, offset }]) =>
        problem === null ? [] : [{ path, detail: `${problem} (byte ${offset})` }],
      ),
      parameters: Object.fromEntries(parameters),
      tags: Object.fromEntries(tags),
    }),
    find(name: string): Opened | undefined {
      const one = series.get(name)
      return one === undefined ? undefined : { series: one, file: fileOf(one) }
    },
    /** The time of the first point of all that the program logged; of the machine's, where it logged none. */
    begin(): number {
      const times = (own: boolean) =>
        [...series.values()].flatMap(({ source, first }) =>
          first !== null && (source !== 'system') === own ? [first.time] : [],
        )
      const all = [times(true), times(false)].find((some) => some.length > 0) ?? [startedAt]
      return all.reduce((least, time) => Math.min(least, time), Infinity)
    },
  }
}
export type TaskSeriesCache = ReturnType<typeof openTaskSeries>

const keyOf = (path: string, name: string) => `${path}\n${name}`

const pointAt = (points: Float64Array, at: number) => ({
  step: points[at] ?? 0,
  time: points[at + 1] ?? 0,
  value: points[at + 2] ?? 0,
})

function widen(one: Series, value: number): void {
  one.minimum = Math.min(one.minimum ?? value, value)
  one.maximum = Math.max(one.maximum ?? value, value)
}

import { closeSync, existsSync, fstatSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TaskSeries } from '@vermilion/contract/tasks/metrics'
import { findSources } from './find-sources.ts'
import type { SourceFile } from './find-sources.ts'
import { readers } from './readers/registry.ts'
import type { Sink } from './readers/reader.ts'
import { openSeriesFile } from './series-file.ts'
import type { SeriesFile } from './series-file.ts'
import { readIndex, writeIndex } from './series-index.ts'
import type { Series } from './series-index.ts'
import { isAnother, openFile, readPart, seamOf } from './source-file.ts'

/** Bytes that are read of a file at once: few at first, more where that is quick, so that a look ends when it should. */
const firstBytes = 64 * 1024
const mostBytes = 4 * 1024 * 1024
const quick = 10
const slow = 40
/** Milliseconds from 1970 that a date can be away. */
const furthest = 8.64e15
const mostSeries = 5_000
const longestName = 250
/** Parameters, and tags, of a task. */
const mostWords = 5_000

export interface SeriesLocation {
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
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function openTaskSeries({ output, folder, startedAt }: SeriesLocation) {
  const index = readIndex(folder)
  const sources = new Map(index.sources)
  const series = new Map(index.series.map((one) => [one.name, one]))
  const byOwn = new Map(index.series.map((one) => [keyOf(one.path, one.own), one]))
  const parameters = new Map(index.parameters)
  const tags = new Map(index.tags)
  const files = new Map<string, SeriesFile>()
  let nextNumber = index.nextNumber
  /** Series that lost points: their ends are looked for once, when all is read. */
  const narrowed = new Set<Series>()
  let changed = false
  let hasGrown = false
  let stoppedAt: string | null = null
  /** The source that a look begins with: the one after that at which the time of the last one was over. */
  let begin = 0

  function fileOf(one: Series): SeriesFile {
    const existing = files.get(one.name)
    if (existing !== undefined) return existing
    const opened = openSeriesFile(join(folder, String(one.number)), one.points)
    files.set(one.name, opened)
    return opened
  }

  function seriesOf({ path, kind, prefix }: SourceFile, name: string): Series | undefined {
    const key = keyOf(path, name)
    const existing = byOwn.get(key)
    if (existing !== undefined || series.size >= mostSeries) return existing
    const clean =
      `${prefix}${name}`
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, longestName)
        .toWellFormed() || '-'
    let visible = clean
    for (let more = 1; series.has(visible); more += 1) visible = `${clean} (${more === 1 ? kind : `${kind} ${more}`})`
    const made: Series = {
      name: visible,
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
    series.set(visible, made)
    byOwn.set(key, made)
    return made
  }

  /** A run that goes on from a checkpoint counts steps again that it has had: what came of them before is forgotten. */
  function rewind({ series: one, file }: Opened, step: number): void {
    file.cutFrom(step)
    one.points = file.count()
    one.last = one.points === 0 ? null : pointOf(file.last())
    if (one.last === null) one.first = null
    narrowed.add(one)
  }

  function add(opened: Opened, repeats: 'rewind' | 'append', step: number, time: number, value: number): void {
    const { series: one, file } = opened
    changed = hasGrown = true
    if (!Number.isFinite(value)) {
      one.notFinite += 1
      return
    }
    if (one.last !== null && repeats === 'rewind' && step <= one.last.step) rewind(opened, step)
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
    one.minimum = Math.min(one.minimum ?? value, value)
    one.maximum = Math.max(one.maximum ?? value, value)
  }

  /** Forgets what was read of a file. */
  function forget(path: string): void {
    for (const one of series.values()) {
      if (one.path !== path) continue
      fileOf(one).remove()
      series.delete(one.name)
      byOwn.delete(keyOf(path, one.own))
      files.delete(one.name)
      narrowed.delete(one)
    }
    sources.delete(path)
    changed = hasGrown = true
  }

  function sinkOf(sourceFile: SourceFile, repeats: 'rewind' | 'append', modifiedAt: number): Sink {
    const opened = new Map<string, Opened>()
    return {
      add(name, step, time, value) {
        if (!Number.isFinite(step)) return
        let one = opened.get(name)
        if (one === undefined) {
          const made = seriesOf(sourceFile, name)
          if (made === undefined) return
          one = { series: made, file: fileOf(made) }
          opened.set(name, one)
        }
        const when = time !== undefined && Math.abs(time) <= furthest ? time : modifiedAt
        add(one, repeats, step, when, value)
      },
      parameter(name, value) {
        hasGrown = true
        if (parameters.size < mostWords || parameters.has(name)) parameters.set(name, value)
      },
      tag(name, value) {
        hasGrown = true
        if (value === null) tags.delete(name)
        else if (tags.size < mostWords || tags.has(name)) tags.set(name, value)
      },
    }
  }

  /** Reads on in one file until its end or a moment; answers the bytes left. */
  function readOn(sourceFile: SourceFile, until: number): number {
    let source = sources.get(sourceFile.path)
    const now = lstatSync(sourceFile.file, { throwIfNoEntry: false })
    if (now === undefined || (source?.offset === now.size && source.file === now.ino)) return 0
    const handle = openFile(sourceFile.root, sourceFile.file)
    if (handle === undefined) return 0
    try {
      const { ino, size, mtimeMs } = fstatSync(handle)
      if (source !== undefined && isAnother(handle, source, { ino, size })) {
        forget(sourceFile.path)
        source = undefined
      }
      const { reader } = readers[sourceFile.kind]
      source ??= { kind: sourceFile.kind, file: ino, offset: 0, seam: '', state: reader.empty, problem: null }
      sources.set(sourceFile.path, source)
      const sink = sinkOf(sourceFile, reader.repeats, mtimeMs)
      let most = firstBytes
      while (source.offset < size && source.problem === null) {
        const started = performance.now()
        if (started > until) break
        const bytes = readPart(handle, source.offset, Math.min(most, size - source.offset))
        const read = reader.read({ bytes, remaining: size - source.offset, startedAt }, source.state, sink)
        changed ||= read.used > 0 || read.problem !== undefined
        source.offset += read.used
        source.state = read.state
        source.problem = read.problem ?? null
        source.seam = seamOf(handle, source.offset)
        const isAll = bytes.length === size - source.offset || most === mostBytes
        if (read.used === 0 && isAll) return 0
        const took = performance.now() - started
        if (read.used === 0) most = mostBytes
        else if (took < quick) most = Math.min(mostBytes, most * 4)
        else if (took > slow) most = Math.max(firstBytes, most / 4)
      }
      return source.problem === null ? size - source.offset : 0
    } finally {
      closeSync(handle)
    }
  }

  function save(): void {
    if (!changed) return
    for (const one of narrowed) [one.minimum, one.maximum] = fileOf(one).extent() ?? [null, null]
    narrowed.clear()
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
      const { files, ...end } = findSources(output, folder)
      stoppedAt = end.stoppedAt
      if (files.some(({ file }) => existsSync(file))) mkdirSync(folder, { recursive: true })
      const until = performance.now() + milliseconds
      const first = begin
      let unread = 0
      for (let position = 0; position < files.length; position += 1) {
        const at = (first + position) % files.length
        const source = files[at]
        if (source === undefined) continue
        const isBefore = performance.now() <= until
        unread += readOn(source, until)
        if (isBefore && performance.now() > until) begin = at + 1
      }
      save()
      return unread
    },
    /** Whether there is something new since this was asked last. */
    tellGrowth(): boolean {
      const isReported = hasGrown
      hasGrown = false
      return isReported
    },
    info: (): Omit<TaskSeries, 'unread'> => ({
      series: [...series.values()].map(
        ({ path: _p, own: _o, number: _n, stepsRise: _s, timesRise: _t, ...one }) => one,
      ),
      problems: [
        ...[...sources].flatMap(([path, { problem, offset }]) =>
          problem === null ? [] : [{ path, detail: `${problem} (byte ${offset})` }],
        ),
        ...(stoppedAt === null ? [] : [{ path: stoppedAt, detail: 'there are too many folders and files of metrics' }]),
      ],
      parameters: Object.fromEntries(parameters),
      tags: Object.fromEntries(tags),
    }),
    find(name: string): Opened | undefined {
      const one = series.get(name)
      return one === undefined ? undefined : { series: one, file: fileOf(one) }
    },
    /** A series by its name in its file. */
    findOwn(path: string, own: string): Opened | undefined {
      const one = byOwn.get(keyOf(path, own))
      return one === undefined ? undefined : { series: one, file: fileOf(one) }
    },
    /** The last points of one file's series, by their names there. */
    lastOf: (path: string) =>
      [...byOwn.values()].flatMap((one) =>
        one.path === path && one.last !== null ? [{ name: one.own, ...one.last }] : [],
      ),
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

const pointOf = (point: ArrayLike<number>) => ({ step: point[0] ?? 0, time: point[1] ?? 0, value: point[2] ?? 0 })

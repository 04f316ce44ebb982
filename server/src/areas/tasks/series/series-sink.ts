import type { SourceFile } from './find-sources.ts'
import { jsonNumber, productTags } from './readers/journal.ts'
import type { Sink } from './readers/reader.ts'
import type { OpenedSeries, SeriesCatalogue } from './series-catalogue.ts'
import type { Series } from './series-index.ts'

/** Limit of dates, in milliseconds from 1970. */
const furthest = 8.64e15
const maxTexts = 50_000

export interface RunTexts {
  readonly parameters: Map<string, string>
  readonly tags: Map<string, string>
}

interface SinkNeeds {
  catalogue: SeriesCatalogue
  texts: RunTexts
  /** Treatment of a step that is not beyond the last one. */
  repeats: 'rewind' | 'append'
  /** Time of points without one, in milliseconds. */
  modifiedAt: number
  noteChange(isPoint: boolean): void
}

export function createSeriesSink(source: SourceFile, needs: SinkNeeds): Sink {
  const { catalogue, repeats, modifiedAt, noteChange } = needs
  const { parameters, tags } = needs.texts
  const opened = new Map<string, OpenedSeries>()
  return {
    add(name, step, time, value) {
      if (!Number.isFinite(step)) return
      let one = opened.get(name)
      if (one === undefined) {
        one = catalogue.ensure(source, name)
        if (one === undefined) return
        opened.set(name, one)
      }
      noteChange(true)
      const when = time !== undefined && Math.abs(time) <= furthest ? time : modifiedAt
      const isOdd = !Number.isFinite(value)
      if (isOdd) one.series.notFinite += 1
      if (repeats === 'append') {
        noteLatest(one.series, step, when, value)
        if (isOdd) appendOdd(one, step, when, value)
      }
      if (isOdd) return
      const { last } = one.series
      if (last !== null && repeats === 'rewind' && step <= last.step) catalogue.rewind(one, step)
      appendPoint(one, step, when, value)
    },
    parameter(name, value) {
      noteChange(false)
      if (parameters.size < maxTexts || parameters.has(name)) parameters.set(name, value)
    },
    tag(name, value) {
      noteChange(false)
      if (value === null) tags.delete(name)
      else if (tags.size < maxTexts || tags.has(name) || name.startsWith(productTags)) tags.set(name, value)
    },
  }
}

/** Chooses the latest value like MLflow, whose database store compares NaN as 0. */
function noteLatest(series: Series, step: number, time: number, value: number): void {
  const { latest } = series
  const comparable = (number: number) => (Number.isNaN(number) ? 0 : number)
  if (latest !== undefined) {
    const difference = step - latest.step || time - latest.time || comparable(value) - comparable(Number(latest.value))
    if (!(difference > 0)) return
  }
  series.latest = { step, time, value: jsonNumber(value) }
}

function appendOdd({ series, file }: OpenedSeries, step: number, time: number, value: number): void {
  noteOrder(series, step, time)
  file.add(step, time, value)
  series.points += 1
  series.odd = (series.odd ?? 0) + 1
  series.oddEnd = { step, time }
}

function noteOrder(series: Series, step: number, time: number): void {
  const end = series.oddEnd ?? series.last
  if (end !== null && step < end.step) series.stepsRise = false
  if (end !== null && time < end.time) series.timesRise = false
}

function appendPoint({ series, file }: OpenedSeries, step: number, time: number, value: number): void {
  noteOrder(series, step, time)
  series.oddEnd = null
  file.add(step, time, value)
  series.points += 1
  series.first ??= { step, time, value }
  // Hot path for millions of points: mutate instead of allocating.
  series.last ??= { step, time, value }
  series.last.step = step
  series.last.time = time
  series.last.value = value
  series.minimum = Math.min(series.minimum ?? value, value)
  series.maximum = Math.max(series.maximum ?? value, value)
}

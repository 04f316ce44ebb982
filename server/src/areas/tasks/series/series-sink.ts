import type { SourceFile } from './find-sources.ts'
import { productTags } from './product-tags.ts'
import type { Sink } from './readers/reader.ts'
import type { OpenedSeries, SeriesCatalogue } from './series-catalogue.ts'

/** Milliseconds from 1970 that a date can be away. */
const furthest = 8.64e15
/** Parameters, and tags, of a task. */
const mostWords = 50_000

/** What a task logged beside its points. */
export interface RunWords {
  readonly parameters: Map<string, string>
  readonly tags: Map<string, string>
}

interface SinkNeeds {
  catalogue: SeriesCatalogue
  words: RunWords
  /** What a step does that is not beyond the last one of its series. */
  repeats: 'rewind' | 'append'
  /** The time of points that have none of their own, in milliseconds. */
  modifiedAt: number
  /** Called for whatever is taken; `isPoint` where it is a point. */
  noteChange(isPoint: boolean): void
}

/** Takes what a reader finds in a file into the series of its task. */
export function createSeriesSink(source: SourceFile, needs: SinkNeeds): Sink {
  const { catalogue, repeats, modifiedAt, noteChange } = needs
  const { parameters, tags } = needs.words
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
      if (!Number.isFinite(value)) one.series.notFinite += 1
      else {
        const { last } = one.series
        if (last !== null && repeats === 'rewind' && step <= last.step) catalogue.rewind(one, step)
        appendPoint(one, step, when, value)
      }
    },
    parameter(name, value) {
      noteChange(false)
      if (parameters.size < mostWords || parameters.has(name)) parameters.set(name, value)
    },
    tag(name, value) {
      noteChange(false)
      if (value === null) tags.delete(name)
      else if (tags.size < mostWords || tags.has(name) || name.startsWith(productTags)) tags.set(name, value)
    },
  }
}

function appendPoint({ series, file }: OpenedSeries, step: number, time: number, value: number): void {
  if (series.last !== null && step < series.last.step) series.stepsRise = false
  if (series.last !== null && time < series.last.time) series.timesRise = false
  file.add(step, time, value)
  series.points += 1
  series.first ??= { step, time, value }
  // Millions of points pass here: what stands already is changed and not made anew.
  series.last ??= { step, time, value }
  series.last.step = step
  series.last.time = time
  series.last.value = value
  series.minimum = Math.min(series.minimum ?? value, value)
  series.maximum = Math.max(series.maximum ?? value, value)
}

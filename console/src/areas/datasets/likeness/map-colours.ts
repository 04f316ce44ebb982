import type { MapColour } from '@vermilion/contract/image-search/likeness'
import { useMemo } from 'react'
import { type Translate, useText } from '#lib/i18n.ts'
import { seriesColour } from '#ui/chart/series-colours.ts'
import { colourBits } from './map-drawing.ts'
import type { PointValues } from './map-points.ts'
import { text } from './text.ts'

const ramp = [
  '#3b4cc0',
  '#5977e3',
  '#7b9ff9',
  '#9ebeff',
  '#aec9a0',
  '#c9b458',
  '#e09b3d',
  '#e8763a',
  '#d6453b',
  '#b40426',
]
const grey = '#8a8f98'

export interface Legend {
  readonly key: string
  readonly name: string
  readonly colour: string
  readonly images: number
}

export function useLegend(by: MapColour, { entries }: PointValues): Legend[] {
  const t = useText(text)
  return useMemo(
    () =>
      entries.map(({ key, name, colour, images }, position) => ({
        key,
        name: name === '' ? nameOf(by, key, t) : name,
        colour: colour ?? colourOf(by, key, position),
        images,
      })),
    [by, entries, t],
  )
}

function colourOf(by: MapColour, key: string, position: number): string {
  if (key === '') return grey
  return (by === 'score' ? ramp[position] : seriesColour(position)) ?? grey
}

function nameOf(by: MapColour, key: string, t: Translate<typeof text.en>): string {
  if (by === 'group') return t('groupNumber', { number: `${Number(key) + 1}` })
  if (by === 'label') return t('noLabel')
  if (by === 'source') return t('otherSpace')
  if (by === 'score') return key === '' ? t('noScore') : t('scoreRange', { low: key, high: `${Number(key) + 10}` })
  return t(key as 'train' | 'labeled')
}

/** The color of each point; 0 for hidden entries. */
export function pointColours(
  { values }: PointValues,
  legend: readonly Legend[],
  hidden: ReadonlySet<string>,
): Uint32Array {
  const bits = legend.map(({ key, colour }) => (hidden.has(key) ? 0 : colourBits(colour)))
  return Uint32Array.from(values, (value) => bits[value] ?? 0)
}

import { type Host, type HostHistory, transferKinds } from '@vermilion/contract/monitoring/hosts'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { type Translate, translator } from '#lib/i18n.ts'
import type { Language } from '@vermilion/contract/kernel/text'
import { highestOf, peakOf, type TimeLine, type TimeSeriesChart, type Value } from '#ui/chart/lines/time-series.ts'
import { usableDisk, formatPercent, formatTemperature } from '#ui/meter/figures.ts'
import { formatRate } from '../network/format-rate.ts'
import { text } from '../text.ts'
import { chartText } from './text.ts'

const maxLines = 8

const formatWatts = (value: Value) => (value === null ? unknownValue : `${Math.round(value)} W`)
const formatDelay = (value: Value) => (value === null ? unknownValue : `${(value * 1_000).toFixed(1)} ms`)

interface ChartWords {
  t: Translate<(typeof text)['en']>
  c: Translate<(typeof chartText)['en']>
  number: (value: Value) => string
}

const sizes = { format: formatSize, formatCell: (value: Value) => formatSize(value, 1), binary: true }
const rates = {
  top: null,
  format: (value: Value) => formatRate(value),
  formatCell: (value: Value) => formatRate(value, 1),
  binary: true,
}
const formatDecimals = (value: Value) => (value === null ? unknownValue : value.toFixed(2))

function wordsOf(language: Language): ChartWords {
  const number = (value: Value) => formatNumber(value, language, 2)
  return { t: translator(text, language), c: translator(chartText, language), number }
}

function lineOf(history: HostHistory, name: string, label?: string, column?: string): TimeLine[] {
  const series = history.series.find((one) => one.name === name)
  if (series === undefined) return []
  const { means, highest } = series
  return [
    {
      key: name,
      means,
      highest,
      ...(label === undefined ? {} : { name: label }),
      ...(column === undefined ? {} : { column }),
    },
  ]
}

function linesOf(history: HostHistory, pattern: RegExp, name: (of: string) => string): TimeLine[] {
  return history.series
    .flatMap((series): TimeLine[] => {
      const [, of] = pattern.exec(series.name) ?? []
      return of === undefined
        ? []
        : [{ key: series.name, name: name(of), means: series.means, peak: highestOf(series.highest) }]
    })
    .slice(0, maxLines)
}

/** Bands of several lines would cover each other. */
const withoutHighest = ({ highest: _highest, ...line }: TimeLine, peak: Value): TimeLine => ({ ...line, peak })

const isDrawn = ({ lines }: TimeSeriesChart) => lines.some(({ means }) => means.some((value) => value !== null))

export function computeCharts(host: Host, history: HostHistory, language: Language): TimeSeriesChart[] {
  const { t, c, number } = wordsOf(language)
  const numbers = { top: null, format: number, formatCell: formatDecimals }
  const ofCards = (what: string) =>
    linesOf(history, new RegExp(`^accelerator/(\\d+)/${what}$`), (index) => c('numbered', { number: index }))
  const charts: TimeSeriesChart[] = [
    { key: 'cpu', title: t('cpu'), top: 1, format: formatPercent, lines: lineOf(history, 'cpu') },
    { key: 'memory', title: t('memoryUsed'), top: host.memory.total, ...sizes, lines: lineOf(history, 'memory') },
    { key: 'load', title: t('load'), ...numbers, lines: lineOf(history, 'load', c('loadName'), t('load')) },
    { key: 'utilization', title: c('utilization'), top: 1, format: formatPercent, lines: ofCards('utilization') },
    { key: 'cardMemory', title: c('acceleratorMemory'), top: null, ...sizes, lines: ofCards('memory') },
    { key: 'power', title: c('power'), top: null, format: formatWatts, lines: ofCards('power') },
    {
      key: 'cardTemperature',
      title: c('acceleratorTemperature'),
      top: null,
      format: formatTemperature,
      lines: ofCards('temperature'),
    },
    { key: 'gpu', title: c('gpu'), top: 1, format: formatPercent, lines: lineOf(history, 'gpu') },
    {
      key: 'temperature',
      title: t('temperature'),
      top: null,
      format: formatTemperature,
      lines: lineOf(history, 'temperature'),
    },
    {
      key: 'disk',
      title: t('diskUsed'),
      top: usableDisk(host.disk.used, host.disk.free),
      ...sizes,
      lines: lineOf(history, 'disk/used'),
    },
    {
      key: 'diskTraffic',
      title: c('diskTraffic'),
      ...rates,
      lines: [
        ...lineOf(history, 'disk/read', c('read'), c('diskRead')),
        ...lineOf(history, 'disk/written', c('written'), c('diskWritten')),
      ],
    },
    { key: 'swap', title: t('swap'), top: host.swap.total, ...sizes, lines: lineOf(history, 'swap') },
    {
      key: 'processMemory',
      title: c('processMemory'),
      top: null,
      ...sizes,
      lines: lineOf(history, 'process/memory', undefined, c('processMemoryColumn')),
    },
    {
      key: 'processCpu',
      title: c('processCpu'),
      ...numbers,
      lines: lineOf(history, 'process/cpu', undefined, c('processCpuColumn')),
    },
    {
      key: 'processDelay',
      title: c('processDelay'),
      top: null,
      format: formatDelay,
      lines: lineOf(history, 'process/delay'),
    },
  ]
  return charts.filter(isDrawn)
}

export function networkCharts(_host: Host, history: HostHistory, language: Language): TimeSeriesChart[] {
  const { c } = wordsOf(language)
  const both = (prefix: string) => [
    ...lineOf(history, `${prefix}/received`, c('received')),
    ...lineOf(history, `${prefix}/sent`, c('sent')),
  ]
  const names = history.series.flatMap(({ name }) => /^interface\/(.+)\/received$/.exec(name)?.[1] ?? [])
  const isSingle = names.length === 1
  const charts: TimeSeriesChart[] = [
    { key: 'network', title: c(isSingle ? 'network' : 'allInterfaces'), ...rates, lines: both('network') },
    {
      key: 'transfers',
      title: c('transfers'),
      ...rates,
      lines: transferKinds.flatMap((kind) =>
        lineOf(history, `transfer/${kind}`, c(kind)).map((line) => withoutHighest(line, peakOf(line) ?? null)),
      ),
    },
    // With a single interface, the total equals it.
    ...(isSingle ? [] : names).map((name) => ({ key: name, title: name, ...rates, lines: both(`interface/${name}`) })),
  ]
  return charts.filter(isDrawn)
}

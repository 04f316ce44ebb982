import type { Language } from '@vermilion/contract/kernel/text'
import dayjs from 'dayjs'
import type { TimeZone } from './system.ts'

/** The text for an unknown number or time. Unknown values are never shown as 0. */
export const unknownValue = '--'

type Moment = string | number | Date | null | undefined

/** `YYYY-MM-DD HH:mm:ss` in the browser's time zone or in UTC. */
export function formatTime(moment: Moment, zone: TimeZone): string {
  if (moment === null || moment === undefined || moment === '') return unknownValue
  const time = dayjs(moment)
  if (!time.isValid()) return unknownValue
  return zone === 'utc' ? time.toISOString().slice(0, 19).replace('T', ' ') : time.format('YYYY-MM-DD HH:mm:ss')
}

/** Hours, minutes and seconds: `1 h 2 min 5 s`, `42 s`. */
export function formatDuration(milliseconds: number | null | undefined): string {
  if (milliseconds === null || milliseconds === undefined || !Number.isFinite(milliseconds)) return unknownValue
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ]
  const elapsed = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount} ${unit}`)
  return elapsed.length === 0 ? '0 s' : elapsed.join(' ')
}

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** Binary units with three significant figures, `1.46 MiB`, or with the given number of decimals. */
export function formatSize(bytes: number | null | undefined, decimals?: number): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return unknownValue
  let amount = Math.max(0, bytes)
  let unit = 0
  while (amount >= 999.5 && unit < binaryUnits.length - 1) {
    amount /= 1024
    unit += 1
  }
  const figures = decimals === undefined ? Number(amount.toPrecision(3)) : amount.toFixed(decimals)
  return `${unit === 0 ? amount : figures} ${binaryUnits[unit]}`
}

export function formatNumber(amount: number | null | undefined, language: Language, digits = 0): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return unknownValue
  return amount.toLocaleString(language, { maximumFractionDigits: digits })
}

export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return unknownValue
  return `${(share * 100).toFixed(1)} %`
}

export function formatScore(score: number | null): string {
  return score === null ? unknownValue : score.toFixed(1)
}

/** A measure of 0 to 1, with three decimals. */
export function formatMeasure(measure: number | null | undefined): string {
  if (measure === null || measure === undefined || !Number.isFinite(measure)) return unknownValue
  return measure.toFixed(3)
}

/** Cached, since creating one takes longer than rendering a table row. */
const relativeFormats: Readonly<Record<Language, Intl.RelativeTimeFormat>> = {
  'zh-CN': new Intl.RelativeTimeFormat('zh-CN', { numeric: 'auto' }),
  'en-US': new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }),
}

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** `5 minutes ago`, `5 分钟前`; less than a minute is `just now`, `刚刚`. */
export function formatRelative(moment: Moment, language: Language, now: number): string {
  if (moment === null || moment === undefined || !dayjs(moment).isValid()) return unknownValue
  const seconds = Math.round((dayjs(moment).valueOf() - now) / 1000)
  const relative = relativeFormats[language]
  const [unit, size] = relativeUnits.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 0]
  if (size === 0) return language === 'zh-CN' ? '刚刚' : seconds > 0 ? 'now' : 'just now'
  // In Chinese texts, a space separates a number from its unit.
  return relative.format(Math.trunc(seconds / size), unit).replace(/^\d+(?=\p{Script=Han})/u, '$& ')
}

export const formatList = (text: readonly string[], language: Language): string =>
  // A space separates Chinese from figures and Latin words, including around the 和 of the list.
  new Intl.ListFormat(language, { type: 'conjunction' })
    .format(text)
    .replace(/(?<=[\dA-Za-z])和/g, ' 和')
    .replace(/和(?=[\dA-Za-z])/g, '和 ')

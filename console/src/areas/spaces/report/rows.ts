import type { FileFilter } from '@vermilion/contract/files'
import type { SpaceReport } from '@vermilion/contract/files/space-report'
import type { Language } from '@vermilion/contract/kernel/text'
import { formatNumber, formatSize } from '#lib/format.ts'
import type { Translate } from '#lib/i18n.ts'
import type { text } from './text.ts'

/** One bar of a report, with the filter of its files; null when no filter matches exactly them. */
export interface ReportRow {
  key: string
  name: string
  files: number
  bytes: number
  filter: Partial<FileFilter> | null
}

type T = Translate<typeof text.en>
type Range = SpaceReport['sizes'][number]

export function kindRows({ kinds }: SpaceReport, t: T): ReportRow[] {
  return kinds.map(({ kind, ...amount }) => ({ key: kind, name: t(kind), ...amount, filter: { kind } }))
}

export function extensionRows({ extensions, otherExtensions }: SpaceReport, t: T): ReportRow[] {
  const rows = extensions.map(({ extension, ...amount }): ReportRow => {
    const name = extension === '' ? t('noExtension') : `.${extension}`
    return { key: `.${extension}`, name, ...amount, filter: { extension } }
  })
  const { extensions: count, ...rest } = otherExtensions
  if (count === 0) return rows
  return [...rows, { key: 'other', name: t('otherExtensions', { count }), ...rest, filter: null }]
}

export function folderRows({ folders, otherFolders, outsideFolders }: SpaceReport, t: T, folder: string): ReportRow[] {
  const rows = folders.map(({ name, path, ...amount }): ReportRow => {
    return { key: `/${path}`, name, ...amount, filter: { folder: path, recursive: false } }
  })
  const { folders: count, ...rest } = otherFolders
  if (count > 0) rows.push({ key: 'other', name: t('otherFolders', { count }), ...rest, filter: null })
  if (rows.length > 0 && outsideFolders.files > 0) {
    rows.push({ key: 'outside', name: t('outside'), ...outsideFolders, filter: { folder, recursive: false } })
  }
  return rows
}

export function periodRows({ periods, periodUnit }: SpaceReport): ReportRow[] {
  const letters = { day: 10, month: 7, year: 4 }[periodUnit]
  return periods.map(({ from, before, ...amount }) => {
    return { key: from, name: from.slice(0, letters), ...amount, filter: { createdFrom: from, createdBefore: before } }
  })
}

export function sizeRows({ sizes }: SpaceReport): ReportRow[] {
  return inUse(sizes).map((range) => ({
    ...rowOf(range, (bytes) => formatSize(bytes)),
    filter: { minimumSize: range.minimum, ...(range.below === null ? {} : { maximumSize: range.below - 1 }) },
  }))
}

export function widthRows({ widths }: SpaceReport, language: Language): ReportRow[] {
  return inUse(widths).map((range) => ({
    ...rowOf(range, (pixels) => formatNumber(pixels, language), 1),
    // A minimum width also excludes pictures of unknown size.
    filter: { minimumWidth: range.minimum, ...(range.below === null ? {} : { maximumWidth: range.below - 1 }) },
  }))
}

export function heightRows({ heights }: SpaceReport, language: Language): ReportRow[] {
  return inUse(heights).map((range) => ({
    ...rowOf(range, (pixels) => formatNumber(pixels, language), 1),
    filter: { minimumHeight: range.minimum, ...(range.below === null ? {} : { maximumHeight: range.below - 1 }) },
  }))
}

/** The well-known aspect within each range. */
const formats: Readonly<Record<number, string>> = { 0.7: '3:4', 0.95: '1:1', 1.05: '4:3', 1.4: '3:2', 1.7: '16:9' }

export function aspectRows({ aspects }: SpaceReport, language: Language): ReportRow[] {
  return inUse(aspects).map((range) => {
    const row = rowOf(range, (ratio) => formatNumber(ratio, language, 2))
    const format = formats[range.minimum]
    return {
      ...row,
      name: format === undefined ? row.name : `${row.name} (${format})`,
      filter: { minimumAspect: range.minimum, ...(range.below === null ? {} : { belowAspect: range.below }) },
    }
  })
}

export function scoreRows(ranges: readonly Range[], language: Language): ReportRow[] {
  return ranges.map((range) => ({
    ...rowOf(range, (score) => formatNumber(score, language, 1)),
    filter: { minimumScore: range.minimum, ...(range.below === null ? {} : { maximumScore: justBelow(range.below) }) },
  }))
}

/** `step` is 1 for whole numbers, so that a range's name includes its last value. */
function rowOf({ minimum, below, files, bytes }: Range, text: (value: number) => string, step = 0) {
  const name =
    below === null
      ? `≥ ${text(minimum)}`
      : minimum === 0
        ? `< ${text(below)}`
        : `${text(minimum)} – ${text(below - step)}`
  return { key: String(minimum), name, files, bytes }
}

function inUse(ranges: readonly Range[]): Range[] {
  const used = ranges.map(({ files }) => files > 0)
  return ranges.slice(used.indexOf(true), used.lastIndexOf(true) + 1)
}

/** The largest number below another, since the filter's maximum is inclusive. */
function justBelow(value: number): number {
  const bits = new BigInt64Array(new Float64Array([value]).buffer)
  bits[0] = (bits[0] ?? 0n) - 1n
  return new Float64Array(bits.buffer)[0] ?? value
}

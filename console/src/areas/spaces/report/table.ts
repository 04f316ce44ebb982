import type { SpaceReport } from '@vermilion/contract/files/space-report'
import type { Language } from '@vermilion/contract/kernel/text'
import type { Translate } from '#lib/i18n.ts'
import {
  aspectRows,
  extensionRows,
  folderRows,
  heightRows,
  kindRows,
  periodRows,
  type ReportRow,
  scoreRows,
  sizeRows,
  widthRows,
} from './rows.ts'
import type { text } from './text.ts'

type Cells = (string | number | null)[]

export function tableOf(
  report: SpaceReport,
  folder: string,
  { t, language }: { t: Translate<typeof text.en>; language: Language },
): Cells[] {
  const { duplicates, broken, scores } = report
  const bytes = t('sizeIn', { unit: 'B' })
  const part = (title: string, rows: readonly ReportRow[]): Cells[] =>
    rows.length === 0 ? [] : [[], [title, t('files'), bytes], ...rows.map((row) => [row.name, row.files, row.bytes])]
  return [
    [t('report'), t('files'), bytes],
    [t('totalFiles'), report.files, report.bytes],
    [t('pictures'), report.images, null],
    [t('duplicateFiles'), duplicates.files, null],
    [t('wasted'), null, duplicates.wastedBytes],
    [t('brokenFiles'), broken.files, broken.bytes],
    ...part(t('kinds'), kindRows(report, t)),
    ...part(t('extensions'), extensionRows(report, t)),
    ...part(t('sizes'), sizeRows(report)),
    ...part(t('periods'), periodRows(report)),
    ...part(t('widths'), widthRows(report, language)),
    ...part(t('heights'), heightRows(report, language)),
    ...part(t('aspects'), aspectRows(report, language)),
    ...part(t('folders'), folderRows(report, t, folder)),
    ...(duplicates.contents === 0
      ? []
      : [
          [],
          [t('duplicates'), t('copies'), t('wasted')],
          ...duplicates.most.map(({ name, files, wastedBytes }) => [name, files, wastedBytes]),
        ]),
    ...(scores === null
      ? []
      : [
          ...part(t('scores'), scoreRows(scores.ranges, language)),
          [t('mean'), scores.mean, null],
          [t('deviation'), scores.standardDeviation, null],
        ]),
  ]
}

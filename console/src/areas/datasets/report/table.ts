import type { DatasetReport } from '@vermilion/contract/datasets/report'
import type { Translate } from '#lib/i18n.ts'
import { sourceName } from './source-name.ts'
import { describeRange, spanOf } from './bar-panels.tsx'
import type { text } from './text.ts'

type Cells = (string | number | null)[]

export function tableOf(report: DatasetReport, t: Translate<typeof text.en>): Cells[] {
  const part = (head: Cells, rows: readonly Cells[]): Cells[] => (rows.length === 0 ? [] : [[], head, ...rows])
  const grid = (kind: 'sizes' | 'positions', column: string, row: string) =>
    part(
      [t(kind), column, row, t('labels'), t('imagesUnit')],
      report[kind].map((cell) => ['', cell.column + 1, cell.row + 1, cell.shapes, cell.images]),
    )
  return [
    [t('report'), t('count')],
    [t('totalFiles'), report.totalFiles],
    [t('labeledFiles'), report.labeledFiles],
    [t('unlabeledFiles'), report.unlabeledFiles],
    [t('totalLabels'), report.totalLabels],
    [t('labelsPerImage'), report.averageLabelsPerFile],
    ...part(
      [t('class'), t('labels'), t('imagesUnit')],
      report.classes.map(({ name, count, images }) => [name, count, images]),
    ),
    ...part(
      [t('status'), t('imagesUnit')],
      report.statuses.map(({ status, images }) => [t(status), images]),
    ),
    ...part(
      [t('split'), t('imagesUnit')],
      report.splits.map(({ split, images }) => [t(split), images]),
    ),
    ...part(
      [t('labelsPerImage'), t('imagesUnit')],
      report.labelsPerImage.map(({ minimum, below, images }) => [describeRange(minimum, below), images]),
    ),
    ...part(
      [t('aspect'), t('labels'), t('imagesUnit')],
      report.aspects.map(({ minimum, below, shapes, images }) => [spanOf(minimum, below), shapes, images]),
    ),
    ...grid('sizes', t('width'), t('height')),
    ...grid('positions', t('across'), t('down')),
    ...part(
      [t('source'), t('labels')],
      report.sources.map((source) => [sourceName(source, t), source.labels]),
    ),
    ...part(
      [t('annotator'), t('imagesUnit'), t('labels'), t('reviewed'), t('rejected'), t('seconds')],
      report.annotators.map((one) => [one.annotator, one.images, one.labels, one.reviewed, one.rejected, one.seconds]),
    ),
    ...part(
      [t('finding'), t('labels'), t('imagesUnit')],
      report.findings.map(({ finding, shapes, images }) => [t(finding), shapes, images]),
    ),
    ...part(
      [t('duplicates'), t('copies')],
      report.duplicates.most.map(({ path, images }) => [path, images]),
    ),
  ]
}

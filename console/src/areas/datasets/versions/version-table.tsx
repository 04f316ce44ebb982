import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import type { TrainedModel } from '@vermilion/contract/models/lineage'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { formatNumber, formatSize } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import type { Column } from '#ui/table/column.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { Ago } from '#ui/moment.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import type { ExportDrawerProps } from '../transfer/export-drawer.tsx'
import { text } from './text.ts'
import { OtherModels, useTrainedModels, VersionModels } from './version-models.tsx'
import styles from './versions.module.css'

const ExportDrawer = lazyPart<ExportDrawerProps>(
  async () => (await import('../transfer/export-drawer.tsx')).ExportDrawer,
)

const tones: Record<DatasetVersion['status'], Tone> = { processing: 'active', success: 'good', failed: 'bad' }

interface VersionTableProps {
  dataset: Dataset
  versions: readonly DatasetVersion[] | undefined
  problem: unknown
  onRetry: () => void
  empty: ReactNode
}

export function VersionTable({ dataset, versions, problem, onRetry, empty }: VersionTableProps) {
  const t = useText(text)
  const models = useTrainedModels(dataset.id)
  return (
    <>
      <DataTable<DatasetVersion>
        label={t('versions')}
        rows={versions}
        rowKey={({ id }) => id}
        problem={problem}
        onRetry={onRetry}
        empty={empty}
        columns={useColumns(dataset, models)}
      />
      <OtherModels models={models.filter(({ versionId }) => versionId === null)} />
    </>
  )
}

function useColumns(dataset: Dataset, models: readonly TrainedModel[]): Column<DatasetVersion>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('version'),
      cell: ({ number, name, description, filter }) => (
        <TwoLines
          first={t('numbered', { number: `${number}`, name })}
          second={description === '' && filter !== null ? t('part') : description}
        />
      ),
    },
    {
      key: 'status',
      title: t('status'),
      width: 120,
      cell: ({ status }) => <Status tone={tones[status]}>{t(status)}</Status>,
    },
    {
      key: 'images',
      title: t('images'),
      numeric: true,
      width: 100,
      cell: ({ images }) => formatNumber(images, language),
    },
    {
      key: 'labels',
      title: t('labels'),
      numeric: true,
      width: 90,
      wide: true,
      cell: ({ labels }) => formatNumber(labels, language),
    },
    {
      key: 'annotations',
      title: t('annotations'),
      numeric: true,
      width: 120,
      cell: ({ annotations }) => formatNumber(annotations, language),
    },
    {
      key: 'models',
      title: t('models'),
      wide: true,
      cell: ({ id }) => <VersionModels models={models.filter(({ versionId }) => versionId === id)} />,
    },
    { key: 'size', title: t('size'), numeric: true, width: 110, wide: true, cell: ({ size }) => formatSize(size) },
    {
      key: 'checksum',
      title: t('checksum'),
      width: 120,
      wide: true,
      cell: ({ checksum }) => (
        <code title={checksum} className={styles['checksum']}>
          {checksum === '' ? '--' : checksum.slice(0, 10)}
        </code>
      ),
    },
    {
      key: 'created',
      title: t('created'),
      width: 180,
      wide: true,
      cell: ({ createdAt, createdBy }) => (
        <>
          <Ago time={createdAt} /> · {createdBy}
        </>
      ),
    },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (version) => <VersionMenu dataset={dataset} version={version} />,
    },
  ]
}

function VersionMenu({ dataset, version }: { dataset: Dataset; version: DatasetVersion }) {
  const t = useText(text)
  const navigate = useNavigate()
  const { id, name, status } = version
  const [exporting, setExporting] = useState(false)
  const compare = () =>
    void navigate({
      to: '/data-set/list/file/$id',
      params: { id: dataset.id },
      search: { tab: 'versions', version: id },
    })
  return (
    <>
      <RowMenu
        label={t('actions', { name })}
        actions={[
          { key: 'compare', words: t('compareWithBefore'), disabled: status !== 'success', run: compare },
          { key: 'export', words: t('export'), disabled: status !== 'success', run: () => setExporting(true) },
          { key: 'delete', words: t('delete'), danger: true, run: () => askToDelete(version, t) },
        ]}
      />
      {exporting && <ExportDrawer dataset={dataset} versionId={id} onClose={() => setExporting(false)} />}
    </>
  )
}

function askToDelete({ id, number, name, annotations }: DatasetVersion, t: Translate<typeof text.en>): void {
  confirm({
    title: t('deleteTitle', { number: `${number}`, name }),
    body: t('deleteBody', { count: annotations }),
    action: t('delete'),
    danger: true,
    failure: t('deleteFailed'),
    run: async () => {
      await call(datasetEndpoints.deleteVersion, { params: { versionId: id } })
      notify.success(t('deleted'))
      void refresh('/datasets', '/versions')
    },
  })
}

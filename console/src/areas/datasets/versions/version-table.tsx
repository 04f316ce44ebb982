import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import type { TrainedModel } from '@vermilion/contract/models/lineage'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '#lib/api.ts'
import { formatNumber, formatSize, unknownValue } from '#lib/format.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { toClipboard } from '#ui/clipboard/copy-to-clipboard.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { Person } from '#ui/person/avatar.tsx'
import type { Column } from '#ui/table/column.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { DataTable, TwoLines } from '#ui/table/data-table.tsx'
import { Ago } from '#ui/moment.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { RowActions } from '#ui/menu/row-actions.tsx'
import { Status, type Tone } from '#ui/feedback/status.tsx'
import { ClassChips } from '../class-chips.tsx'
import { SplitBar } from '../split-bar.tsx'
import { text } from './text.ts'
import { OtherModels, useTrainedModels, VersionModels } from './version-models.tsx'
import { ExportDrawer } from '../transfer/export-drawer.tsx'

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
        columns={useColumns(dataset, models, versions ?? [])}
      />
      <OtherModels models={models.filter(({ versionId }) => versionId === null)} />
    </>
  )
}

function useColumns(
  dataset: Dataset,
  models: readonly TrainedModel[],
  versions: readonly DatasetVersion[],
): Column<DatasetVersion>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('version'),
      cell: (version) => (
        <CoverName
          covers={version.covers}
          first={t('numbered', { number: `${version.number}`, name: version.name })}
          second={<About version={version} />}
        />
      ),
    },
    {
      key: 'images',
      title: t('images'),
      numeric: true,
      width: 130,
      cell: (version) => (
        <TwoLines
          first={formatNumber(version.images, language)}
          second={<Change version={version} before={versions.find(({ number }) => number < version.number)} />}
        />
      ),
    },
    {
      key: 'annotations',
      title: t('annotations'),
      numeric: true,
      width: 110,
      cell: ({ annotations, labeled }) => (
        <TwoLines first={formatNumber(annotations, language)} second={t('labeledOf', { count: labeled })} />
      ),
    },
    {
      key: 'splits',
      title: t('splits'),
      width: 210,
      wide: true,
      cell: ({ splits }) => <SplitBar splits={splits} />,
    },
    {
      key: 'classes',
      title: t('classNames'),
      width: 170,
      wide: true,
      cell: ({ classes }) => (classes.length === 0 ? unknownValue : <ClassChips labels={classes} max={2} />),
    },
    {
      key: 'models',
      title: t('models'),
      width: 190,
      cell: ({ id }) => <VersionModels models={models.filter(({ versionId }) => versionId === id)} />,
    },
    {
      key: 'created',
      title: t('created'),
      width: 120,
      wide: true,
      cell: ({ createdAt, createdBy }) => (
        <TwoLines first={<Ago time={createdAt} />} second={<Person username={createdBy} size={18} />} />
      ),
    },
    {
      key: 'menu',
      title: '',
      width: 120,
      numeric: true,
      cell: (version) => <VersionActions dataset={dataset} version={version} />,
    },
  ]
}

function About({ version: { status, description, filter, size } }: { version: DatasetVersion }) {
  const t = useText(text)
  if (status !== 'success') return <Status tone={tones[status]}>{t(status)}</Status>
  const labels = t('labelsSize', { size: formatSize(size) })
  const message = description !== '' ? description : filter === null ? labels : t('part')
  return <span title={description === '' ? `${message} · ${labels}` : description}>{message}</span>
}

function Change({ version, before }: { version: DatasetVersion; before: DatasetVersion | undefined }) {
  const t = useText(text)
  if (before === undefined || version.status !== 'success' || before.status !== 'success') return null
  const difference = version.images - before.images
  if (difference === 0) return null
  return t(difference > 0 ? 'more' : 'fewer', { count: Math.abs(difference), number: `${before.number}` })
}

function VersionActions({ dataset, version }: { dataset: Dataset; version: DatasetVersion }) {
  const t = useText(text)
  const navigate = useNavigate()
  const { id, name, status, checksum } = version
  const isReady = status === 'success'
  const [exporting, setExporting] = useState(false)
  const compare = () =>
    void navigate({
      to: '/data-set/list/file/$id',
      params: { id: dataset.id },
      search: { tab: 'versions', version: id },
    })
  const train = () =>
    void navigate({ to: '/compute/tasks', search: { create: true, dataset: dataset.id, version: id } })
  const copy = async () => {
    if (await toClipboard(checksum)) notify.success(t('copied'))
  }
  return (
    <>
      <RowActions
        main={['train']}
        label={t('actions', { name })}
        actions={[
          { key: 'train', text: t('train'), disabled: !isReady, run: train },
          { key: 'compare', text: t('compareWithBefore'), disabled: !isReady, run: compare },
          { key: 'export', text: t('export'), disabled: !isReady, run: () => setExporting(true) },
          { key: 'checksum', text: t('copyChecksum'), disabled: !isReady, run: () => void copy() },
          { key: 'delete', text: t('delete'), danger: true, run: () => askToDelete(version, t) },
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
    run: () => call(datasetEndpoints.deleteVersion, { params: { versionId: id } }),
    done: t('deleted'),
    stale: ['/datasets', '/versions'],
  })
}

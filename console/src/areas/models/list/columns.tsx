import { isInferenceModel, type Model, isStored } from '@vermilion/contract/models'
import { formatMeasure, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { RowActions } from '#ui/menu/row-actions.tsx'
import type { RowAction } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { ModelStageMark } from '../edit/model-stage.tsx'
import { editText } from '../edit/text.ts'
import { text } from '../text.ts'
import { MainMeasure } from './main-measure.tsx'
import { listText } from './text.ts'
import { Person } from '#ui/person/avatar.tsx'
import { visibleName } from '#lib/visible-name.ts'
import { CoverName } from '#ui/cover/cover-name.tsx'
import { DatasetLink, ModelLink } from '#ui/page/thing-links.tsx'
import { faceOf } from './face.tsx'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { downloadOnPress } from '../download-model.ts'
import { contentOf } from '../model-content.ts'
import { ContentChips } from './content-chips.tsx'

export function useModelColumns(actionsOf: (model: Model) => RowAction[], isBehindForm: boolean): Column<Model>[] {
  const t = useText(text)
  const list = useText(listText)
  const edit = useText(editText)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: (model) => (isBehindForm ? model.name : <ModelName model={model} />),
    },
    { key: 'stage', title: edit('stage'), width: 88, wide: true, cell: (model) => <ModelStageMark {...model} /> },
    {
      key: 'figure',
      title: t('least'),
      sort: '-figure',
      width: 130,
      numeric: true,
      // Other models have no measure, which differs from an unknown one.
      cell: (model) => isInferenceModel(model) && <MainMeasure model={model} />,
    },
    {
      key: 'mAP50to95',
      title: t('mAP50to95'),
      sort: '-mAP50to95',
      width: 110,
      numeric: true,
      wide: true,
      asked: true,
      cell: (model) => isInferenceModel(model) && formatMeasure(model.metrics.mAP50to95),
    },
    {
      key: 'content',
      title: list('content'),
      width: 180,
      wide: true,
      cell: (model) => !isBehindForm && <ContentChips model={model} max={2} />,
    },
    {
      key: 'size',
      title: t('size'),
      sort: '-size',
      width: 100,
      numeric: true,
      wide: true,
      asked: true,
      cell: ({ size }) => formatSize(size),
    },
    { key: 'dataset', title: t('dataset'), width: 130, wide: true, cell: (model) => <ModelDataset model={model} /> },
    {
      key: 'created',
      title: t('created'),
      sort: '-createdAt',
      width: 130,
      wide: true,
      cell: ({ createdAt, creator }) => (
        <TwoLines
          first={<Ago time={createdAt} />}
          second={isBehindForm || creator === null ? creator : <Person username={creator} size={18} />}
        />
      ),
    },
    {
      key: 'menu',
      title: '',
      width: 180,
      numeric: true,
      cell: (model) => (
        <RowActions main={['run', 'generate']} label={t('actions', { name: model.name })} actions={actionsOf(model)}>
          {!isBehindForm && <DownloadButton model={model} />}
        </RowActions>
      ),
    },
  ]
}

function ModelDataset({ model: { datasetId, datasetName } }: { model: Model }) {
  const t = useText(text)
  if (datasetName === '') return t('elsewhere')
  if (datasetId === null) return datasetName
  return (
    <DatasetLink id={datasetId} className="text-inherit">
      {datasetName}
    </DatasetLink>
  )
}

function DownloadButton({ model }: { model: Model }) {
  const t = useText(text)
  return (
    <Button
      size="small"
      type="text"
      icon={<DownloadOutlined aria-hidden />}
      href={contentOf(model)}
      download
      onClick={downloadOnPress(model, t('downloadFailed'))}
      aria-label={`${t('download')} ${model.name}`}
    />
  )
}

function ModelName({ model }: { model: Model }) {
  const t = useText(text)
  const kind = isStored(model) ? `${t(model.type)} · .${model.format}` : t(model.type)
  return (
    <CoverName
      {...faceOf(model)}
      first={
        <>
          <ModelLink id={model.id}>{visibleName(model.name)}</ModelLink>
          {model.version > 1 && <small>{` v${model.version}`}</small>}
        </>
      }
      second={kind}
    />
  )
}

import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { type InferenceModel, isInferenceModel, isLora, isStored, modelEndpoints } from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import { type ComponentType, useState } from 'react'
import { Section } from '#areas/tasks'
import { formatMeasure, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { read } from '#lib/query.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Time } from '#ui/moment.tsx'
import { Facts, Figures } from '#ui/page/page.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { boardText } from './board/text.ts'
import { EditModel } from './edit/edit-model.tsx'
import { ModelState } from './edit/model-state.tsx'
import { editText } from './edit/text.ts'
import { archiveOf, contentOf } from './model-content.ts'
import { askToDelete } from './delete-model.ts'
import { LoraFacts } from './lora/lora-facts.tsx'
import { loraText } from './lora/text.ts'
import { measureText } from './measure-text.ts'
import { shownMeasures } from './measures.ts'
import styles from './models.module.css'
import { text } from './text.ts'

const StoredFacts = lazyPart(async () => (await import('./stored-facts.tsx')).StoredFacts)
const ConversionList = lazyPart(async () => (await import('./convert/conversion-list.tsx')).ConversionList)
const ModelLineage = lazyPart(async () => (await import('./lineage/model-lineage.tsx')).ModelLineage)

interface ModelDrawerProps {
  modelId: string
  onClose: () => void
  onRun: (id: string) => void
  /** Runs it on a device. */
  onBoard: (id: string) => void
  onDeploy: (model: InferenceModel) => void
  Deployments: ComponentType<{ modelId: string }>
}

/** One model: measures, make, and where it came from. */
export function ModelDrawer(props: ModelDrawerProps) {
  const { modelId, onClose, onRun, onBoard, onDeploy, Deployments } = props
  const t = useText(text)
  const lora = useText(loraText)
  const boardWords = useText(boardText)
  const edit = useText(editText)
  const [editing, setEditing] = useState(false)
  useFocusBack()
  const model = useQuery(read(modelEndpoints.getModel, { params: { modelId } }))
  const { data } = model
  return (
    <Drawer
      open
      title={data?.name ?? t('model')}
      size={720}
      rootClassName={styles['drawer'] ?? ''}
      onClose={onClose}
      extra={
        data !== undefined && (
          <span className={styles['actions']}>
            <Button icon={<DownloadOutlined aria-hidden />} href={contentOf(data)} download>
              {t('download')}
            </Button>
            {isInferenceModel(data) && (
              <>
                <Link to="/model/list/model/$id/try" params={{ id: data.id }}>
                  {t('tryIt')}
                </Link>
                <Button onClick={() => onBoard(data.id)}>{boardWords('run')}</Button>
                <Button onClick={() => onDeploy(data)}>{t('deploy')}</Button>
                <Button type="primary" onClick={() => onRun(data.id)}>
                  {t('run')}
                </Button>
              </>
            )}
            <RowMenu
              label={t('actions', { name: data.name })}
              actions={[
                { key: 'archive', words: t('downloadCard'), run: () => location.assign(archiveOf(data)) },
                { key: 'edit', words: edit('edit'), run: () => setEditing(true) },
                { key: 'delete', words: t('delete'), danger: true, run: () => askToDelete(data, t, onClose) },
              ]}
            />
          </span>
        )
      }
    >
      {model.error !== null && <ProblemState problem={model.error} onRetry={() => void model.refetch()} />}
      {model.isPending && <Bone height={180} />}
      {data !== undefined && (
        <>
          {editing && <EditModel model={data} onClose={() => setEditing(false)} />}
          <ModelState model={data} />
          {isLora(data) && (
            <>
              <h2 className={styles['subtitle']}>{lora('about')}</h2>
              <LoraFacts model={data} />
            </>
          )}
          {isStored(data) && <StoredFacts model={data} />}
          {isInferenceModel(data) && <Measures model={data} />}
          <h2 className={styles['subtitle']}>{t('lineage')}</h2>
          <ModelLineage modelId={data.id} />
          {isInferenceModel(data) && (
            <>
              <Conversions model={data} />
              <Deployments modelId={data.id} />
              <h2 className={styles['subtitle']}>{t('about')}</h2>
              <Abilities model={data} />
            </>
          )}
        </>
      )}
    </Drawer>
  )
}

/** Loaded once they are looked at. */
function Conversions({ model }: { model: InferenceModel }) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('conversions')} open={isOpen} onOpen={() => setOpen(true)}>
      {isOpen && <ConversionList model={model} />}
    </Section>
  )
}

function Measures({ model }: { model: InferenceModel }) {
  const t = useText(text)
  const named = useText(measureText)
  return (
    <>
      <h2 className={styles['subtitle']}>{t('metrics')}</h2>
      <Figures
        figures={shownMeasures(model).map((key) => ({ name: named(key), value: formatMeasure(model.metrics[key]) }))}
      />
    </>
  )
}

function Abilities({ model }: { model: InferenceModel }) {
  const t = useText(text)
  const { inputSize } = model
  return (
    <Facts
      facts={[
        [t('type'), t(model.type)],
        [t('labelType'), t(model.labelType)],
        [t('size'), formatSize(model.size)],
        [t('inputSize'), `${inputSize} × ${inputSize}`],
        [t('framework'), model.framework],
        ...(model.datasetName === ''
          ? []
          : [
              [t('datasetFormat'), model.datasetFormat.toUpperCase()] as const,
              [t('datasetType'), t(model.datasetType)] as const,
            ]),
        [t('created'), <Time key="created" time={model.createdAt} />],
        [t('labels'), <Tags key="labels" tags={model.labels} />],
        [t('checksum'), <code key="checksum">{model.checksum}</code>],
      ]}
    />
  )
}

import { lazyPart } from '#lib/loading/lazy-part.tsx'
import {
  type InferenceModel,
  isInferenceModel,
  isLora,
  type Model,
  modelEndpoints,
  type StoredModel,
} from '@vermilion/contract/models'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Tag, Status, Tags } from '#ui/feedback/status.tsx'
import { DetailPage, ThingGate } from '#ui/page/detail-page.tsx'
import { ModelStageMark } from '../edit/model-stage.tsx'
import type { ModelTab } from '../search.ts'
import { text } from '../text.ts'
import { ModelActions } from './model-actions.tsx'
import { OverviewTab } from './overview-tab.tsx'
import styles from './page.module.css'
import { pageText } from './text.ts'
import { GenerateWith } from '../lora/generate-with.tsx'
import { formatSize } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { Facts, Panel } from '#ui/page/page.tsx'
import { addText } from '../add/text.ts'
import { ShortHash } from '#ui/clipboard/short-hash.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { Time } from '#ui/moment.tsx'
import { ModelState } from '../edit/model-state.tsx'
import { listText } from '../list/text.ts'
import { EditModel } from '../edit/edit-model.tsx'

const ModelLineage = lazyPart(async () => (await import('../lineage/model-lineage.tsx')).ModelLineage)
const LoraOverview = lazyPart(async () => (await import('../lora/lora-overview.tsx')).LoraOverview)
const ConversionList = lazyPart(async () => (await import('../convert/conversion-list.tsx')).ConversionList)
const EvaluationTab = lazyPart(async () => (await import('./evaluation-tab.tsx')).EvaluationTab)
const CreateBoardInference = lazyPart(async () => (await import('../board/board-form.tsx')).CreateBoardInference)
const CreateInference = lazyPart(async () => (await import('../inference/inference-form.tsx')).CreateInference)

interface ModelPageProps {
  Deploy: ComponentType<{ model: InferenceModel; onClose: () => void }>
  Deployments: ComponentType<{ modelId: string }>
}

export function ModelPage(props: ModelPageProps) {
  const t = useText(pageText)
  const { id: modelId } = useParams({ from: '/shell/model/list/model/$id' })
  const model = useQuery(read(modelEndpoints.getModel, { params: { modelId } }))
  return (
    <ThingGate source={model} nameOf={nameOf} back={<Link to="/model/list">{t('toModels')}</Link>}>
      {(thing) => <ModelDetail key={thing.id} model={thing} {...props} />}
    </ThingGate>
  )
}

const nameOf = ({ name, version }: Model) => (version > 1 ? `${name} v${version}` : name)
const tabsOf = (model: Model): readonly ModelTab[] =>
  isInferenceModel(model)
    ? ['overview', 'evaluation', 'lineage', 'conversions', 'about']
    : ['overview', 'lineage', 'about']

function ModelDetail({ model, Deploy, Deployments }: ModelPageProps & { model: Model }) {
  const t = useText(pageText)
  const texts = useText(text)
  const {
    tab: requested,
    run = false,
    board = false,
    generate = false,
  } = useSearch({ from: '/shell/model/list/model/$id' })
  const navigate = useNavigate({ from: '/model/list/model/$id' })
  const [form, setForm] = useState<'deploy' | 'edit'>()
  const [startsWithForm] = useState(run || board)
  const isBehindForm = startsWithForm && (run || board)
  const tabs = tabsOf(model)
  const tab = tabs.find((key) => key === requested) ?? 'overview'
  const open = (key: ModelTab) => void navigate({ search: { tab: key }, replace: true })
  const ask = (form: { run?: boolean; board?: boolean; generate?: boolean }) =>
    void navigate({ search: (now) => ({ ...now, ...form }) })
  const close = () => void navigate({ search: (now) => ({ tab: now.tab }), replace: true })
  const toTask = ({ id }: { id: string }) => {
    close()
    void navigate({ to: '/compute/taskdetail/$id', params: { id } })
  }
  return (
    <DetailPage
      name={nameOf(model)}
      status={
        <>
          <ModelStageMark stage={model.stage} />
          <Tag>{texts(model.type)}</Tag>
          {isInferenceModel(model) && <Tag>{texts(model.labelType)}</Tag>}
        </>
      }
      reason={model.notes}
      actions={
        <ModelActions
          model={model}
          onRun={() => ask({ run: true })}
          onBoard={() => ask({ board: true })}
          onDeploy={() => setForm('deploy')}
          onEdit={() => setForm('edit')}
          onGenerate={() => ask({ generate: true })}
          onConvert={() => open('conversions')}
          onDeleted={() => void navigate({ to: '/model/list' })}
        />
      }
      tabs={tabs.map((key) => ({ key, text: t(`tab-${key}`) }))}
      active={tab}
      onTab={open}
      full={tab === 'evaluation'}
    >
      {tab === 'overview' &&
        (isInferenceModel(model) ? (
          <OverviewTab
            model={model}
            isBehindForm={isBehindForm}
            Deployments={Deployments}
            onRun={() => ask({ run: true })}
            onEvaluation={() => open('evaluation')}
          />
        ) : isLora(model) ? (
          <LoraOverview model={model} onGenerate={() => ask({ generate: true })} />
        ) : (
          <StoredOverview model={model} />
        ))}
      {tab === 'evaluation' && !isBehindForm && isInferenceModel(model) && (
        <EvaluationTab modelId={model.id} onRun={() => ask({ run: true })} />
      )}
      <ReadTab model={model} tab={tab} />
      {run && isInferenceModel(model) && <CreateInference modelId={model.id} onClose={close} onCreated={toTask} />}
      {board && isInferenceModel(model) && (
        <CreateBoardInference modelId={model.id} onClose={close} onCreated={toTask} />
      )}
      {form === 'deploy' && isInferenceModel(model) && <Deploy model={model} onClose={() => setForm(undefined)} />}
      {generate && isLora(model) && <GenerateWith model={model} onClose={close} />}
      {form === 'edit' && <EditModel model={model} onClose={() => setForm(undefined)} />}
    </DetailPage>
  )
}

function ReadTab({ model, tab }: { model: Model; tab: ModelTab }) {
  return (
    <>
      <div className={styles['reading']}>
        {tab === 'lineage' && <ModelLineage modelId={model.id} />}
        {tab === 'conversions' && isInferenceModel(model) && <ConversionList model={model} />}
      </div>
      {tab === 'about' && <AboutTab model={model} />}
    </>
  )
}

function StoredOverview({ model: { format, size, framework, refusal } }: { model: StoredModel }) {
  const t = useText(text)
  const page = useText(pageText)
  const added = useText(addText)
  const language = useSystem((system) => system.lang)
  return (
    <div className={styles['reading']}>
      <Panel title={t('about')}>
        {refusal !== null && (
          <p className="margin-bottom-14">
            <Status tone="warning">{page('keptOnly')}</Status> {language === 'zh-CN' ? refusal.zh : refusal.en}
          </p>
        )}
        <Facts
          facts={[
            [added('format'), `.${format}`],
            [added('runtime'), added(`runtime-${format}`)],
            [t('framework'), framework],
            [t('size'), formatSize(size)],
          ]}
        />
        <p className="note">{added('notRun')}</p>
      </Panel>
    </div>
  )
}

function AboutTab({ model }: { model: Model }) {
  const t = useText(text)
  const page = useText(pageText)
  const list = useText(listText)
  const isRunnable = isInferenceModel(model)
  return (
    <>
      <Panel title={page('state')}>
        <ModelState model={model} />
      </Panel>
      <Panel title={t('about')}>
        <Facts
          facts={[
            [t('type'), t(model.type)],
            ...(isRunnable
              ? [
                  [t('labelType'), t(model.labelType)] as const,
                  [t('inputSize'), `${model.inputSize} × ${model.inputSize}`] as const,
                ]
              : []),
            [t('size'), formatSize(model.size)],
            [t('framework'), model.framework],
            ...(model.datasetName === ''
              ? []
              : [
                  [t('datasetFormat'), model.datasetFormat.toUpperCase()] as const,
                  [t('datasetType'), t(model.datasetType)] as const,
                ]),
            ...(model.creator === null
              ? []
              : [[list('owner'), <Person key="owner" username={model.creator} />] as const]),
            [t('created'), <Time key="created" time={model.createdAt} />],
            ...(isRunnable ? [[t('labels'), <Tags key="labels" tags={model.labels} />] as const] : []),
            [t('checksum'), <ShortHash key="checksum" hash={model.checksum} label={t('checksum')} />],
          ]}
        />
      </Panel>
    </>
  )
}

import {
  type BoardInferenceCreate,
  boardInferenceEndpoints,
  imageOfRuntime,
} from '@vermilion/contract/board-inferences'
import type { InferenceRuntime } from '@vermilion/contract/devices/facts'
import { taskName } from '@vermilion/contract/kernel/fields'
import { isInferenceModel, modelEndpoints } from '@vermilion/contract/models'
import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { taskPath } from '@vermilion/contract/tasks/creation'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { joinCommand, splitCommand } from '#areas/tasks'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { readList, refresh } from '#lib/query.ts'
import { proposeTaskName } from '#lib/task-name.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { required, rule } from '#ui/form/rules.ts'
import { type OrderedImages, sourceOf } from '../inference/ordered-images.ts'
import { NumberField, SourceFields } from '../inference/source-fields.tsx'
import { text } from '../text.ts'
import { ConfidenceField } from '../threshold/confidence-field.tsx'
import styles from './board.module.css'
import { DeviceFields } from './device-fields.tsx'
import { ImageChoice } from './image-choice.tsx'
import { boardText } from './text.ts'

interface Typed extends OrderedImages {
  name: string
  modelId: string
  deviceId: string
  runtime: InferenceRuntime
  modelFile?: string
  command: string
  outputPath: string
  choice: 'all' | 'some'
  chosen?: string[]
  confidence: number
  overlap: number
  sustainedSeconds: number
  compare: boolean
  priority: number
}

interface CreateBoardInferenceProps {
  modelId?: string | undefined
  deviceId?: string | undefined
  source?: Pick<OrderedImages, 'kind' | 'datasetId' | 'spaceId'> | undefined
  onClose: () => void
  onCreated: (task: Task) => void
}

// oxlint-disable-next-line max-lines-per-function -- one form, with what it begins with and what becomes of it
export function CreateBoardInference(props: CreateBoardInferenceProps) {
  const { modelId, deviceId, onClose, onCreated } = props
  const t = useText(boardText)
  const all = useQuery(readList(modelEndpoints.listModels, { query: { limit: 500, runnable: 'true' } }))
  const models = all.data?.items.filter(isInferenceModel) ?? []
  const images = useQuery(readList(taskEndpoints.listTrainingImages, {}))
  if (all.isPending || images.isPending) return null
  const commandOf = (runtime: InferenceRuntime) => {
    const image = images.data?.find(({ name }) => name === imageOfRuntime(runtime))
    return joinCommand(image?.command ?? [])
  }
  const usualDataset = models.find(({ id }) => id === modelId)?.datasetId
  const usualSource = {
    kind: 'dataset' as const,
    ...(typeof usualDataset === 'string' ? { datasetId: usualDataset } : {}),
  }
  const submit = ({ modelId: model, command, choice, chosen, compare, modelFile = '', ...typed }: Typed) => {
    const { kind, datasetId, versionId, spaceId, folder, uploaded, runtime, ...rest } = typed
    const source = sourceOf({ kind, datasetId, versionId, spaceId, folder, uploaded })
    const ids = choice === 'some' ? (chosen ?? []) : []
    const images = source.kind === 'dataset' ? { ...source, itemIds: ids } : { ...source, fileIds: ids }
    const body: BoardInferenceCreate = {
      ...rest,
      runtime,
      compare,
      source: images,
      modelFile: modelFile === '' ? null : modelFile,
      ...(command === commandOf(runtime) ? {} : { command: splitCommand(command) ?? [] }),
    }
    return call(boardInferenceEndpoints.startBoardInference, { params: { modelId: model }, body })
  }
  return (
    <FormDrawer<Typed, Task>
      draft="create-board-inference"
      open
      width={560}
      title={t('run')}
      action={t('create')}
      failure={t('createFailed')}
      initial={{
        name: proposeTaskName(models.find(({ id }) => id === modelId)?.name ?? '', 'board-inference'),
        ...(modelId === undefined ? {} : { modelId }),
        ...(deviceId === undefined ? {} : { deviceId }),
        runtime: 'onnxruntime',
        command: commandOf('onnxruntime'),
        outputPath: '/output',
        folder: '',
        choice: 'all',
        overlap: 0.45,
        sustainedSeconds: 30,
        compare: true,
        priority: 50,
        ...(props.source ?? usualSource),
      }}
      submit={submit}
      fieldOf={{
        'model.not-found': 'modelId',
        'device.not-found': 'deviceId',
        'board-inference.model-file-missing': 'modelFile',
        'dataset.not-found': 'datasetId',
        'version.not-found': 'versionId',
        'space.not-found': 'spaceId',
        'dataset.empty': 'folder',
      }}
      onValuesChange={(changed, form) => {
        if ('datasetId' in changed || 'spaceId' in changed || 'kind' in changed) {
          form.setFieldsValue({ versionId: undefined, chosen: [] })
        }
        if (changed.runtime !== undefined) form.setFieldValue('command', commandOf(changed.runtime))
      }}
      onClose={onClose}
      onDone={(task) => {
        notify.success(t('created'))
        void refresh('/tasks', '/board-inferences')
        onCreated(task)
      }}
    >
      <BoardFields models={models.map(({ id, name }) => ({ value: id, label: name }))} />
    </FormDrawer>
  )
}

function BoardFields({ models }: { models: { value: string; label: string }[] }) {
  const t = useText(boardText)
  const common = useText(text)
  const modelId = Form.useWatch<string | undefined>('modelId')
  return (
    <>
      <Form.Item name="name" label={common('taskName')} required rules={[rule(taskName, t('nameMissing'))]}>
        <Input maxLength={50} autoComplete="off" placeholder={common('taskNameExample')} />
      </Form.Item>
      <Form.Item name="modelId" label={t('model')} rules={[required(t('modelMissing'))]}>
        <Select showSearch={{ optionFilterProp: 'label' }} placeholder={t('modelMissing')} options={models} />
      </Form.Item>
      <DeviceFields />
      <Form.Item
        name="command"
        label={t('command')}
        extra={t('commandHint', { mountPath: '{mountPath}', outputPath: '{outputPath}' })}
        required
        rules={[
          {
            validator: (_, input: string) =>
              (splitCommand(input)?.length ?? 0) > 0
                ? Promise.resolve()
                : Promise.reject(new Error(t('commandMissing'))),
          },
        ]}
      >
        <textarea
          className={`${styles['command']} full-width padding-6-12 border-strong radius-6 ground-panel text-inherit font-13`}
          rows={3}
          autoComplete="off"
          spellCheck={false}
        />
      </Form.Item>
      <SourceFields label={t('dataSource')} />
      <ChoiceFields />
      <Form.Item
        name="outputPath"
        label={t('outputPath')}
        extra={t('outputPathHint')}
        required
        rules={[rule(taskPath, t('outputPathMissing'))]}
      >
        <Input maxLength={500} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <NumberField name="sustainedSeconds" label={t('sustained')} minimum={0} maximum={3_600} step={10} />
      <ConfidenceField modelId={modelId ?? null} />
      <p className="note margin-bottom-20">{t('noTiles')}</p>
      <NumberField name="overlap" label={common('overlap')} minimum={0.1} maximum={1} step={0.05} />
      <NumberField name="priority" label={common('priority')} minimum={0} maximum={100} step={1} />
      <label className="row gap-8 margin-bottom-20">
        <Form.Item name="compare" noStyle valuePropName="checked">
          <input type="checkbox" />
        </Form.Item>
        {t('compare')}
      </label>
    </>
  )
}

function ChoiceFields() {
  const t = useText(boardText)
  const kind = Form.useWatch<OrderedImages['kind'] | undefined>('kind')
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  const versionId = Form.useWatch<string | undefined>('versionId')
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const folder = Form.useWatch<string | undefined>('folder')
  const choice = Form.useWatch<Typed['choice'] | undefined>('choice')
  const sources = {
    dataset: datasetId === undefined ? null : ({ kind: 'dataset', id: datasetId } as const),
    space: spaceId === undefined ? null : ({ kind: 'space', id: spaceId, folder: folder ?? '' } as const),
    upload: null,
  }
  const source = sources[kind ?? 'upload']
  // A version has a fixed content.
  if (source === null || versionId !== undefined) return null
  return (
    <>
      <Form.Item name="choice" label={t('choice')}>
        <Select options={(['all', 'some'] as const).map((value) => ({ value, label: t(`choice-${value}`) }))} />
      </Form.Item>
      {choice === 'some' && (
        <Form.Item name="chosen" rules={[{ required: true, type: 'array', min: 1, message: t('chooseMissing') }]}>
          <ImageChoice source={source} />
        </Form.Item>
      )}
    </>
  )
}

import { type FineTuning, fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import { loraName, starterMaterials, usualBase } from '@vermilion/contract/fine-tunings/starter'
import { taskName } from '@vermilion/contract/kernel/fields'
import { taskEndpoints, type TrainingImage } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Form, { type FormInstance } from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { SourceFields } from '#areas/models'
import { defaultsOf, ParameterFields, QueueFields, EstimatedDuration } from '#areas/tasks'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { proposeTaskName } from '#lib/task-name.ts'
import { read, refresh, readList } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { ProblemState } from '#ui/feedback/states.tsx'
import { FoldedFields } from '#ui/form/folded-fields.tsx'
import { propose } from '#ui/form/form-fields.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { rule } from '#ui/form/rules.ts'
import { text } from '../text.ts'
import { EngineFields } from './engine-fields.tsx'
import { triggerWordsOf } from './lora-name.ts'
import { newFineTuning, orderOf, type TypedFineTuning } from './form-values.ts'
import { SourceNotes } from './source-notes.tsx'
import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'

interface CreateFineTuningProps {
  spaceId: string | undefined
  folder: string | undefined
  datasetId: string | undefined
  onClose: () => void
  onCreated: (task: FineTuning) => void
}

export function CreateFineTuning({ spaceId, folder, datasetId, onClose, onCreated }: CreateFineTuningProps) {
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  if (images.error !== null) return <ProblemState problem={images.error} onRetry={() => void images.refetch()} />
  if (images.isPending) return null
  const engines = images.data.filter(({ taskKind, id }) => taskKind === 'fine-tuning' || id !== null)
  return <FineTuningForm engines={engines} {...{ spaceId, folder, datasetId, onClose, onCreated }} />
}

const fieldOf = {
  'fine-tuning.no-pictures': 'kind',
  'fine-tuning.too-many-pictures': 'kind',
  'fine-tuning.base-unfit': 'base',
  'fine-tuning.image-unfit': 'image',
  'fine-tuning.name-taken': 'loraName',
  'image.not-found': 'image',
  'dataset.not-found': 'datasetId',
  'version.not-found': 'versionId',
  'space.not-found': 'spaceId',
  'folder.not-found': 'folder',
} as const

interface FineTuningFormProps extends CreateFineTuningProps {
  engines: readonly TrainingImage[]
}

function FineTuningForm({ engines, spaceId, folder, datasetId, onClose, onCreated }: FineTuningFormProps) {
  const t = useText(text)
  const starter = engines.find(({ name }) => name === starterMaterials)
  const follow = (changed: Partial<TypedFineTuning>, form: FormInstance<TypedFineTuning>) => {
    const image = engines.find(({ name }) => name === changed.image)
    if (image !== undefined) form.setFieldsValue({ parameters: defaultsOf(image), base: baseOf(image) })
    if ('spaceId' in changed || 'folder' in changed) form.setFieldValue('fileIds', [])
    if ('datasetId' in changed) form.setFieldValue('versionId', undefined)
    if (changed.loraName !== undefined) {
      propose(form, 'triggerWords', triggerWordsOf(changed.loraName))
      propose(form, 'name', proposeTaskName(`lora-${changed.loraName}`, 'lora'))
    }
  }
  return (
    <FormDrawer<TypedFineTuning, FineTuning>
      draft={`create-fine-tuning:${datasetId ?? spaceId ?? ''}:${folder ?? ''}`}
      open
      width={680}
      title={t('create')}
      action={t('start')}
      failure={t('failed')}
      initial={newFineTuning({ spaceId, folder, datasetId, starter })}
      submit={(typed) => call(fineTuningEndpoints.createFineTuning, { body: orderOf(typed) })}
      fieldOf={fieldOf}
      onValuesChange={follow}
      onClose={onClose}
      onDone={(task) => {
        notify.success(t('created'))
        void refresh('/fine-tunings', '/tasks', '/pools')
        onCreated(task)
      }}
    >
      <SourceFields label={t('pictures')} />
      <SourceNotes />
      <Form.Item name="loraName" label={t('loraName')} required rules={[rule(loraName, t('loraNameRule'))]}>
        <Input maxLength={64} autoComplete="off" spellCheck={false} placeholder={t('loraNameExample')} />
      </Form.Item>
      <Form.Item name="triggerWords" label={t('triggerWords')} extra={t('triggerHint')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <EngineFields engines={engines} />
      <Duration />
      <Form.Item name="name" label={t('name')} required rules={[rule(taskName, t('nameRule'))]}>
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Settings engines={engines} />
    </FormDrawer>
  )
}

const baseOf = ({ name }: TrainingImage) => (name === starterMaterials ? usualBase : '')

function Settings({ engines }: { engines: readonly TrainingImage[] }) {
  const t = useText(text)
  const name = Form.useWatch<string | undefined>('image')
  const image = engines.find((each) => each.name === name)
  return (
    <FoldedFields title={t('settings')} names={['parameters', 'pool', 'priority']} isUnusual={() => false}>
      {image !== undefined && <ParameterFields image={image} />}
      <QueueFields images={engines} />
    </FoldedFields>
  )
}

function Duration() {
  const t = useText(text)
  const form = Form.useFormInstance<TypedFineTuning>()
  const watched = { form, preserve: true }
  const image = Form.useWatch<string | undefined>('image', watched)
  const pool = Form.useWatch<string | undefined>('pool', watched)
  const parameters = Form.useWatch<TypedFineTuning['parameters'] | undefined>('parameters', watched) ?? {}
  const body = { image: image ?? '', pool, imageCount: 1, choices: [parameters] }
  const isKnown = image !== undefined && image !== '' && 'steps' in parameters
  const estimate = useQuery({ ...readList(estimateEndpoints.estimateTask, { body }), enabled: isKnown })
  if (!isKnown || estimate.data === undefined) return null
  return (
    <Form.Item label={t('estimate')}>
      <span aria-live="polite">
        <EstimatedDuration seconds={estimate.data.seconds[0] ?? null} />
        {' · '}
        {t('estimateFor', { steps: Number(parameters['steps']) })}
        {estimate.data.tasks > 0 && ` · ${t('estimateBy', { count: estimate.data.tasks })}`}
      </span>
    </Form.Item>
  )
}

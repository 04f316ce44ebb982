import type { TrainingCreate } from '@vermilion/contract/dataset-trainings'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { taskName } from '@vermilion/contract/kernel/fields'
import { say } from '@vermilion/contract/kernel/text'
import { type Task, taskEndpoints, type TrainingImage } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { notify } from '#ui/notify.tsx'
import { rule } from '#ui/rules.ts'
import { PartialStrip } from '#ui/states.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { DatasetSelect } from './dataset-select.tsx'
import styles from './datasets.module.css'
import { text } from './text.ts'

type Typed = TrainingCreate & { datasetId: string }

interface CreateTrainingProps {
  open: boolean
  datasetId: string | undefined
  onClose: () => void
  onCreated: (task: Task) => void
}

/** A training on a dataset. The form's parameters are those of the chosen training image. */
export function CreateTraining({ open, datasetId, onClose, onCreated }: CreateTrainingProps) {
  const t = useText(text)
  const images = useQuery({ ...read(taskEndpoints.listTrainingImages, {}), enabled: open })
  const trainers = images.data?.filter(({ taskKind }) => taskKind === 'training') ?? []
  const [first] = trainers
  if (open && images.isPending) return null
  return (
    <FormDrawer<Typed, Task>
      draft="create-training"
      open={open}
      title={t('newTraining')}
      action={t('startTraining')}
      failure={t('trainFailed')}
      initial={{
        ...(datasetId === undefined ? {} : { datasetId }),
        ...(first === undefined ? {} : { image: first.name, parameters: defaultsOf(first) }),
        name: '',
        priority: 50,
      }}
      submit={({ datasetId: chosen, ...body }) =>
        call(datasetEndpoints.startTraining, { params: { datasetId: chosen }, body })
      }
      fieldOf={{ 'dataset.unlabeled': 'datasetId', 'dataset.not-found': 'datasetId', 'image.not-found': 'image' }}
      onValuesChange={({ image, datasetId: other }, form) => {
        if (other !== undefined) form.setFieldValue('versionId', undefined)
        const chosen = trainers.find(({ name }) => name === image)
        if (chosen !== undefined) form.setFieldValue('parameters', defaultsOf(chosen))
      }}
      onClose={onClose}
      onDone={(task) => {
        notify.success(t('trainingStarted'))
        void refresh('/tasks', '/datasets')
        onCreated(task)
      }}
    >
      <Form.Item name="datasetId" label={t('dataset')} rules={[{ required: true, message: t('datasetMissing') }]}>
        <DatasetSelect />
      </Form.Item>
      <VersionField />
      <UnlabeledNote />
      <Form.Item name="name" label={t('taskName')} required rules={[rule(taskName, t('taskNameRule'))]}>
        <Input maxLength={50} autoComplete="off" placeholder={t('taskNameExample')} />
      </Form.Item>
      <Form.Item name="image" label={t('trainingImage')} rules={[{ required: true, message: t('imageMissing') }]}>
        <ImageSelect images={trainers} />
      </Form.Item>
      <ParameterFields images={trainers} />
      <Form.Item name="priority" label={t('priority')} extra={t('priorityHint')} rules={[{ required: true }]}>
        <NumberInput min={0} max={100} whole />
      </Form.Item>
    </FormDrawer>
  )
}

function defaultsOf(image: TrainingImage): Record<string, number> {
  return Object.fromEntries(Object.entries(image.parameters).map(([name, parameter]) => [name, parameter.default]))
}

function ImageSelect(props: {
  id?: string
  value?: string
  onChange?: (name: string) => void
  images: readonly TrainingImage[]
}) {
  const { images, ...field } = props
  const language = useSystem((system) => system.lang)
  return (
    <Select
      {...field}
      options={images.map(({ name, title }) => ({ value: name, label: `${say(title, language)} · ${name}` }))}
    />
  )
}

/** What of the dataset is trained on: as it is labelled now, or one of its versions. */
function VersionField() {
  const t = useText(text)
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  const params = { datasetId: datasetId ?? '' }
  const asked = useQuery({
    ...read(datasetEndpoints.listVersions, { params, query: { limit: 100 } }),
    enabled: datasetId !== undefined,
  })
  if (asked.error !== null) return <PartialStrip problem={asked.error} onRetry={() => void asked.refetch()} />
  const ready = asked.data?.items.filter(({ status }) => status === 'success') ?? []
  if (ready.length === 0) return null
  return (
    <Form.Item name="versionId" label={t('version')}>
      <Select
        allowClear
        placeholder={t('asItIsNow')}
        options={ready.map(({ id, number, name }) => ({
          value: id,
          label: t('numberedVersion', { number: `${number}`, name }),
        }))}
      />
    </Form.Item>
  )
}

/** Says at once, before anything is sent, that unlabelled files block a training. */
function UnlabeledNote() {
  const t = useText(text)
  const datasetId = Form.useWatch<string | undefined>('datasetId')
  const dataset = useQuery({
    ...read(datasetEndpoints.getDataset, { params: { datasetId: datasetId ?? '' } }),
    enabled: datasetId !== undefined,
  })
  const versionId = Form.useWatch<string | undefined>('versionId')
  const { fileCount = 0, labeledCount = 0 } = dataset.data ?? {}
  if (fileCount === labeledCount || versionId !== undefined) return null
  return (
    <output className={styles['blocked']}>
      <strong>{t('unlabeledBlock')}</strong>
      <p>{t('unlabeledCount', { unlabeled: fileCount - labeledCount, total: fileCount })}</p>
    </output>
  )
}

function ParameterFields({ images }: { images: readonly TrainingImage[] }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const chosen = Form.useWatch<string | undefined>('image')
  const image = images.find(({ name }) => name === chosen)
  return (
    <div className={styles['parameters']}>
      {Object.entries(image?.parameters ?? {}).map(([name, { kind, label, minimum, maximum, step = null }]) => (
        <Form.Item
          key={name}
          name={['parameters', name]}
          label={say(label, language)}
          rules={[
            {
              required: true,
              type: 'number',
              min: minimum,
              max: maximum,
              message: t('parameterRange', { minimum, maximum }),
            },
          ]}
        >
          <NumberInput step={step ?? (kind === 'integer' ? 1 : 0.001)} whole={kind === 'integer'} />
        </Form.Item>
      ))}
    </div>
  )
}

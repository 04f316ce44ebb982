import type { InputSettings } from '@vermilion/contract/detection/input-settings'
import { type Model, modelEndpoints } from '@vermilion/contract/models'
import type { ModelFile } from '@vermilion/contract/models/model-files'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { leftToUpload, type PickedFiles, UploadField, type UploadPlace, FileField } from '#areas/files'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { required, requiredText } from '#ui/form/rules.ts'
import { isLabelsFile, LabelsField, labelsOfFile } from './labels-field.tsx'
import { type ModelSource, SourceField } from './source-field.tsx'
import { addText } from './text.ts'
import { SpaceSelect } from '#areas/spaces'
import { TaskFile } from './task-file.tsx'
import { AddressFile } from './address-file.tsx'
import { UploadedModels } from './uploaded-models.tsx'
import { formatText } from './format-text.ts'
import { FileInspection } from './file-inspection.tsx'
import styles from './add.module.css'

interface Typed {
  source: ModelSource
  uploaded: UploadPlace
  spaceId: string
  fileId: string
  taskId: string
  path: string
  name: string
  labels: string
  input: InputSettings
}

interface AddModelProps {
  output?: ModelFile['output'] | undefined
  onClose: () => void
  onAdded: (model: Model) => void
}

export function AddModel({ output, onClose, onAdded }: AddModelProps) {
  const t = useText(addText)
  return (
    <FormDrawer<Typed, Model>
      open
      draft={output === undefined ? 'add-model' : `add-model:${output.taskId}:${output.path}`}
      title={t('title')}
      action={t('add')}
      failure={t('failed')}
      initial={{ source: output === undefined ? 'upload' : 'task', name: '', labels: '', ...output }}
      width={560}
      submit={({ name, labels, input, ...source }) => {
        const typed = linesOf(labels)
        return call(modelEndpoints.addModel, {
          body: {
            ...fileOf(source),
            name,
            ...(typed.length > 0 && { labels: typed }),
            ...(input !== undefined && { input }),
          },
        })
      }}
      onValuesChange={(changed, form) => {
        // A file belongs to its space or task, and corrections belong to the file.
        if (changed.spaceId !== undefined || changed.source !== undefined) form.resetFields(['fileId', 'input'])
        // A reset would restore the initial values instead of clearing the field.
        if (changed.taskId !== undefined) form.setFieldValue('path', undefined)
        if (changed.fileId !== undefined || changed.taskId !== undefined || changed.path !== undefined)
          form.resetFields(['input'])
      }}
      onClose={onClose}
      onDone={(model) => {
        notify.success(t('added', { name: model.name }))
        void refresh('/models')
        onAdded(model)
      }}
    >
      <Fields />
    </FormDrawer>
  )
}

type TypedSource = { [Field in 'source' | 'fileId' | 'taskId' | 'path']: Typed[Field] | undefined }

function fileOf({ source, fileId, taskId, path }: TypedSource): Pick<ModelFile, 'fileId' | 'output'> | undefined {
  if (source !== 'task') return fileId === undefined ? undefined : { fileId }
  return taskId === undefined || path === undefined ? undefined : { output: { taskId, path } }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The pause in typing, in milliseconds. */
const pause = 600

function Fields() {
  const t = useText(addText)
  const form = Form.useFormInstance<Typed>()
  const source = Form.useWatch<Typed['source'] | undefined>('source')
  const file = fileOf({
    source,
    fileId: Form.useWatch<string | undefined>('fileId'),
    taskId: Form.useWatch<string | undefined>('taskId'),
    path: Form.useWatch<string | undefined>('path'),
  })
  const typed = Form.useWatch<string | undefined>('labels')
  const corrected = Form.useWatch<InputSettings | undefined>('input')
  // Each request reads the whole file, so it waits for a pause in typing.
  const labels = useSettled(typed ?? '', pause)
  const settled = useSettled(corrected === undefined ? '' : JSON.stringify(corrected), pause)
  const input = settled === '' ? undefined : (JSON.parse(settled) as InputSettings)
  return (
    <>
      <Form.Item name="source" label={t('source')}>
        <SourceField />
      </Form.Item>
      {source === 'space' && <SpaceFile />}
      {source === 'task' && <TaskFile />}
      {source === 'address' && <AddressFile />}
      {(source === undefined || source === 'upload') && (
        <UploadedFile onLabels={(read) => form.setFieldValue('labels', read)} />
      )}
      {file === undefined ? <FormatNote /> : <FileInspection file={file} labels={linesOf(labels)} input={input} />}
      <Form.Item name="name" label={t('name')} rules={[requiredText(t('nameMissing'))]}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="labels" label={t('labels')} extra={t('labelsHint')}>
        <LabelsField />
      </Form.Item>
    </>
  )
}

const accepted = '.onnx,.pt,.engine,.rknn,.tflite,.safetensors,.gguf,.txt,.json,.yaml,.yml'

function UploadedFile({ onLabels }: { onLabels: (labels: string) => void }) {
  const t = useText(addText)
  const destination = Form.useWatch<UploadPlace | undefined>('uploaded')
  const hasArrived = async (_: unknown, destination: UploadPlace | undefined) => {
    const count = destination === undefined ? 0 : await leftToUpload(destination)
    if (count > 0) throw new Error(t('uploadGoesOn', { count }))
  }
  /** Label lists are read here and not uploaded. */
  const keep = ({ files, handles }: PickedFiles): PickedFiles => {
    const list = files.find(({ file }) => isLabelsFile(file.name))?.file
    if (list !== undefined)
      void labelsOfFile(list).then((labels) =>
        labels === undefined ? notify.error(t('labelsUnread', { name: list.name })) : onLabels(labels),
      )
    return { files: files.filter(({ file }) => !isLabelsFile(file.name)), handles }
  }
  const message = { choose: t('chooseFiles'), drop: t('dropFiles'), dropNow: t('dropNow') }
  return (
    <>
      <Form.Item
        name="uploaded"
        label={t('files')}
        rules={[required(t('uploadMissing')), { validator: hasArrived, validateTrigger: 'onSubmit' }]}
      >
        <UploadField accept={accepted} text={message} keep={keep} begins />
      </Form.Item>
      {destination !== undefined && (
        <Form.Item name="fileId" label={t('file')} rules={[required(t('fileMissing'))]}>
          <UploadedModels place={destination} />
        </Form.Item>
      )}
    </>
  )
}

function FormatNote() {
  const t = useText(formatText)
  return (
    <dl className={`${styles['formats']} margin-0-0-24 border radius-10`} aria-label={t('title')}>
      {(['runs', 'generates', 'kept'] as const).map((key) => (
        <div className="grid gap-12" key={key}>
          <dt className="weight-500">{t(key)}</dt>
          <dd className="break-anywhere">
            {t(`${key}Files`)}
            <small className="note block">{t(`${key}Words`)}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function SpaceFile() {
  const t = useText(addText)
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  return (
    <>
      <Form.Item name="spaceId" label={t('space')} rules={[required(t('spaceMissing'))]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name="fileId" label={t('file')} rules={[required(t('fileMissing'))]}>
        <FileField spaceId={spaceId} kinds={['other']} />
      </Form.Item>
    </>
  )
}

import { type Model, modelEndpoints } from '@vermilion/contract/models'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import { FileField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { FileInspection } from './file-inspection.tsx'
import styles from './add.module.css'
import { addText } from './text.ts'

interface Typed {
  spaceId: string
  fileId: string
  name: string
  labels: string
}

interface AddModelProps {
  onClose: () => void
  onAdded: (model: Model) => void
}

/** Brings a model that was trained elsewhere. */
export function AddModel({ onClose, onAdded }: AddModelProps) {
  const t = useText(addText)
  return (
    <FormDrawer<Typed, Model>
      open
      draft="add-model"
      title={t('title')}
      action={t('add')}
      failure={t('failed')}
      initial={{ name: '', labels: '' }}
      submit={({ fileId, name, labels }) => {
        const typed = linesOf(labels)
        return call(modelEndpoints.addModel, { body: { fileId, name, ...(typed.length > 0 && { labels: typed }) } })
      }}
      // A file is of its data space.
      onValuesChange={(changed, form) => changed.spaceId !== undefined && form.resetFields(['fileId'])}
      onClose={onClose}
      onDone={(model) => {
        notify.success(t('added', { name: model.name }))
        void refresh('/models')
        onAdded(model)
      }}
    >
      <p className={styles['words']}>{t('words')}</p>
      <Fields />
    </FormDrawer>
  )
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Milliseconds without a further letter. */
const pause = 600

function Fields() {
  const t = useText(addText)
  const spaceId = Form.useWatch<string | undefined>('spaceId')
  const fileId = Form.useWatch<string | undefined>('fileId')
  const typed = Form.useWatch<string | undefined>('labels')
  // The whole file is read: once somebody has typed, not at each letter.
  const labels = useSettled(typed ?? '', pause)
  return (
    <>
      <Form.Item name="spaceId" label={t('space')} rules={[{ required: true, message: t('spaceMissing') }]}>
        <SpaceSelect />
      </Form.Item>
      <Form.Item name="fileId" label={t('file')} rules={[{ required: true, message: t('fileMissing') }]}>
        <FileField spaceId={spaceId} kinds={['other']} />
      </Form.Item>
      {fileId !== undefined && <FileInspection fileId={fileId} labels={linesOf(labels)} />}
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('nameMissing') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="labels" label={t('labels')} extra={t('labelsHint')}>
        <TextArea autoSize={{ minRows: 1, maxRows: 10 }} />
      </Form.Item>
    </>
  )
}

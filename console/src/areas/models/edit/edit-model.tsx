import { type Model, modelEndpoints, modelStages } from '@vermilion/contract/models'
import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { TagsField } from '#ui/form/tags-field.tsx'
import { editText } from './text.ts'

type Edited = Pick<Model, 'stage' | 'tags' | 'notes'>

async function write({ id }: Model, { stage, tags, notes }: Edited): Promise<Model> {
  const updated = await call(modelEndpoints.updateModel, { params: { modelId: id }, body: { stage, tags, notes } })
  void refresh('/models')
  return updated
}

export function EditModel({ model, onClose }: { model: Model; onClose: () => void }) {
  const t = useText(editText)
  return (
    <FormDrawer<Edited, Model>
      open
      draft={`edit-model:${model.id}`}
      ids="edit-model"
      title={t('title', { name: model.name })}
      action={t('save')}
      failure={t('failed')}
      initial={{ stage: model.stage, tags: model.tags, notes: model.notes }}
      submit={(edited) => write(model, edited)}
      onClose={onClose}
      onDone={() => {
        offerUndo(t('saved'), async () => void (await write(model, model)))
        onClose()
      }}
    >
      <Form.Item name="stage" label={t('stage')}>
        <Select options={modelStages.map((stage) => ({ value: stage, label: t(stage) }))} />
      </Form.Item>
      <Form.Item name="tags" label={t('tags')}>
        <TagsField />
      </Form.Item>
      <Form.Item name="notes" label={t('notes')}>
        <TextArea autoSize={{ minRows: 3, maxRows: 12 }} maxLength={2_000} />
      </Form.Item>
    </FormDrawer>
  )
}

import { labelTypes } from '@vermilion/contract/labels/dataset-labels'
import { writtenFormatKinds } from '@vermilion/contract/formats/offers'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { imageAddress, imageCreate, imageEndpoints, imageName } from '@vermilion/contract/tasks/training-images'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { FoldedFields } from '#ui/form/folded-fields.tsx'
import { propose } from '#ui/form/form-fields.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { rule } from '#ui/form/rules.ts'
import { TagsField } from '#ui/form/tags-field.tsx'
import { splitCommand } from '../create/command-line.ts'
import styles from '../create/create.module.css'
import { formText } from './form-text.ts'
import {
  imageOf,
  nameOfAddress,
  newImage,
  parameterProblem,
  type TypedImage,
  type TypedParameter,
  typedOf,
} from './form-values.ts'
import parts from './images.module.css'
import { ParametersField } from './parameters-field.tsx'
import { text } from './text.ts'

interface ImageFormProps {
  image: TrainingImage | undefined
  onClose: () => void
}

export function ImageForm({ image, onClose }: ImageFormProps) {
  const t = useText(formText)
  const texts = useText(text)
  const isNew = image === undefined
  const send = (draft: TypedImage) => {
    const { name, ...fields } = imageOf(draft)
    return image === undefined || image.id === null
      ? call(imageEndpoints.createTrainingImage, { body: { name, ...fields } })
      : call(imageEndpoints.updateTrainingImage, { params: { imageId: image.id }, body: fields })
  }
  return (
    <FormDrawer<TypedImage, TrainingImage>
      open
      width={640}
      draft={isNew ? 'create-image' : `image-${image.id}`}
      title={isNew ? texts('create') : t('editTitle', { name: image.name })}
      action={isNew ? texts('create') : t('save')}
      failure={isNew ? t('createFailed') : t('editFailed')}
      initial={isNew ? newImage : typedOf(image)}
      fieldOf={{ 'image.name-taken': 'name' }}
      submit={(draft) => send({ ...draft, name: image?.name ?? draft.name })}
      onValuesChange={({ address }, form) => {
        if (isNew && address !== undefined) propose(form, 'name', nameOfAddress(address))
      }}
      onClose={onClose}
      onDone={() => {
        notify.success(isNew ? t('created') : t('updated'))
        void refresh('/training-images')
        onClose()
      }}
    >
      <AboutFields isNew={isNew} />
      <DataFields />
      <h3 className={`${parts['subtitle']} title`}>{t('programPart')}</h3>
      <CommandField />
      <Form.Item
        name="parameters"
        label={t('parameters')}
        extra={t('parametersHint')}
        rules={[
          {
            validator: (_, rows: TypedParameter[]) => {
              const problem = parameterProblem(rows)
              return problem === null
                ? Promise.resolve()
                : Promise.reject(new Error(t(`${problem.problem}Problem`, { number: `${problem.row}` })))
            },
          },
        ]}
      >
        <ParametersField />
      </Form.Item>
      <FoldedFields title={t('more')} names={['accelerators', 'writes']} isUnusual={isTuned}>
        <Form.Item name="accelerators" label={t('accelerators')} extra={t('acceleratorsHint')}>
          <TagsField />
        </Form.Item>
        <Form.Item name="writes" label={texts('writes')} extra={t('writesHint')}>
          <TagsField />
        </Form.Item>
      </FoldedFields>
    </FormDrawer>
  )
}

function AboutFields({ isNew }: { isNew: boolean }) {
  const t = useText(formText)
  const texts = useText(text)
  return (
    <>
      <h3 className={`${parts['subtitle']} title`}>{t('aboutPart')}</h3>
      <Form.Item name="address" label={texts('address')} required rules={[rule(imageAddress, t('addressRule'))]}>
        <Input maxLength={500} autoComplete="off" spellCheck={false} placeholder={t('addressExample')} />
      </Form.Item>
      <div className={`${styles['two']} grid columns-2 gap-0-14`}>
        <Form.Item
          name="name"
          label={t('name')}
          extra={t('nameHint')}
          required
          rules={[rule(imageName, t('nameRule'))]}
        >
          <Input maxLength={100} autoComplete="off" spellCheck={false} disabled={!isNew} />
        </Form.Item>
        <Form.Item name="title" label={t('imageTitle')} extra={t('titleHint')}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      </div>
    </>
  )
}

const frameworks = ['PyTorch', 'TensorFlow', 'JAX', 'PaddlePaddle', 'ONNX Runtime']

function DataFields() {
  const t = useText(formText)
  const texts = useText(text)
  return (
    <>
      <h3 className={`${parts['subtitle']} title`}>{t('dataPart')}</h3>
      <Form.Item
        name="labelTypes"
        label={texts('labelTypes')}
        required
        rules={[rule(imageCreate.shape.labelTypes, t('labelTypesRule'))]}
      >
        <Select mode="multiple" options={labelTypes.map((type) => ({ value: type, label: texts(type) }))} />
      </Form.Item>
      <div className={`${styles['two']} grid columns-2 gap-0-14`}>
        <Form.Item
          name="framework"
          label={t('framework')}
          required
          rules={[rule(imageCreate.shape.framework, t('frameworkRule'))]}
        >
          <Input maxLength={100} autoComplete="off" placeholder={t('frameworkExample')} list="image-frameworks" />
        </Form.Item>
        <Form.Item name="dataFormat" label={t('dataFormat')} extra={t('dataFormatHint')}>
          <Select options={writtenFormatKinds.map((value) => ({ value, label: value.toUpperCase() }))} />
        </Form.Item>
      </div>
      <datalist id="image-frameworks">
        {frameworks.map((framework) => (
          <option key={framework} value={framework}>
            {framework}
          </option>
        ))}
      </datalist>
    </>
  )
}

const isTuned = (values: object) => {
  const { accelerators, writes } = values as Pick<TypedImage, 'accelerators' | 'writes'>
  return accelerators.length > 0 || `${writes}` !== `${newImage.writes}`
}

const commandExample = '/usr/bin/python3 /opt/train.py --data {mountPath} --out {outputPath} {parameters}'

function CommandField() {
  const t = useText(formText)
  return (
    <Form.Item
      name="command"
      label={t('command')}
      extra={t('commandHint', { mountPath: '{mountPath}', outputPath: '{outputPath}', parameters: '{parameters}' })}
      required
      rules={[
        {
          validator: (_, draft: string) => {
            const [program] = splitCommand(draft) ?? ['/']
            if (splitCommand(draft) === null) return Promise.reject(new Error(t('commandQuote')))
            return program?.startsWith('/') === true ? Promise.resolve() : Promise.reject(new Error(t('commandRule')))
          },
        },
      ]}
    >
      <textarea
        className={`${styles['command']} field-frame block full-width padding-8-12 text-inherit resizable`}
        rows={3}
        autoComplete="off"
        spellCheck={false}
        placeholder={commandExample}
        translate="no"
      />
    </Form.Item>
  )
}

import { say } from '@vermilion/contract/kernel/text'
import type { TrainingImage } from '@vermilion/contract/tasks'
import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { required } from '#ui/form/rules.ts'
import { type TypedTask } from './form-values.ts'
import { defaultsOf } from './parameter-defaults.ts'
import { text } from './text.ts'

interface ImageFieldsProps {
  images: readonly TrainingImage[]
  labelType: string | undefined
}

const fitsLabels = (image: TrainingImage, labelType: string | undefined) =>
  labelType === undefined || image.labelTypes.includes(labelType)

export function ImageFields({ images, labelType }: ImageFieldsProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const imageName = Form.useWatch<string | undefined>('image')
  const image = images.find(({ name }) => name === imageName)
  const form = Form.useFormInstance<TypedTask>()
  const fitting =
    image === undefined || fitsLabels(image, labelType) ? image : images.find((each) => fitsLabels(each, labelType))
  useEffect(() => {
    if (fitting !== undefined && fitting !== image) {
      form.setFieldsValue({ image: fitting.name, parameters: defaultsOf(fitting) })
    }
  }, [form, fitting, image])
  return (
    <>
      <Form.Item
        name="image"
        label={t('image')}
        extra={image?.description === undefined ? undefined : say(image.description, language)}
        rules={[required(t('imageMissing'))]}
      >
        <Select
          placeholder={t('imageMissing')}
          options={images.map((each) => {
            const message = `${say(each.title, language)} · ${each.name}`
            const fits = fitsLabels(each, labelType)
            return { value: each.name, disabled: !fits, label: fits ? message : t('imageOther', { image: message }) }
          })}
        />
      </Form.Item>
    </>
  )
}

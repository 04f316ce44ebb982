import type { TrainingImage } from '@vermilion/contract/tasks'
import Form from 'antd/es/form'
import { ParameterFields } from './parameter-fields.tsx'

export function ImageParameters({ images }: { images: readonly TrainingImage[] }) {
  const imageName = Form.useWatch<string | undefined>('image')
  const image = images.find(({ name }) => name === imageName)
  return image !== undefined && <ParameterFields image={image} />
}

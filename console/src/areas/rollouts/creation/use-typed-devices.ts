import Form, { type FormInstance } from 'antd/es/form'
import type { TypedRollout } from './typed-rollout.ts'

export function useTypedDevices(form: FormInstance<TypedRollout>): Pick<TypedRollout, 'deviceIds' | 'group' | 'tags'> {
  const deviceIds = Form.useWatch('deviceIds', form) ?? []
  const group = Form.useWatch('group', form) ?? ''
  const tags = Form.useWatch('tags', form) ?? []
  return { deviceIds, group, tags }
}

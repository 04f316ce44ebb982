import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { type LorasFieldProps, LorasField } from './loras-field.tsx'
import { newLora } from '../form-values.ts'
import { text } from '../text.ts'

export function OptionalLoras(props: LorasFieldProps) {
  const t = useText(text)
  const { id, value = [], onChange } = props
  if (value.length > 0) return <LorasField {...props} />
  return (
    <Button
      id={id}
      aria-label={t('addLora')}
      type="dashed"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => onChange?.([newLora])}
    >
      {t('addLora')}
    </Button>
  )
}

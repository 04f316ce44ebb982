import { termsOf } from '@vermilion/contract/kernel/page'
import Select from 'antd/es/select'

interface TagsFieldProps {
  id?: string
  label?: string
  value?: string[]
  onChange?: (tags: string[]) => void
}

export function TagsField({ id, label, value = [], onChange }: TagsFieldProps) {
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[';', '；']}
      value={value}
      onChange={(tags: string[]) => onChange?.([...new Set(tags.flatMap(termsOf))])}
    />
  )
}

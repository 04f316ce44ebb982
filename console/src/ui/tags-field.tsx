import { termsOf } from '@vermilion/contract/kernel/page'
import Select from 'antd/es/select'

interface TagsFieldProps {
  id?: string
  value?: string[]
  onChange?: (tags: string[]) => void
}

/** A form field for free tags, separated by ';' or Enter. */
export function TagsField({ id, value = [], onChange }: TagsFieldProps) {
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[';', '；']}
      value={value}
      onChange={(tags: string[]) => onChange?.([...new Set(tags.flatMap(termsOf))])}
    />
  )
}

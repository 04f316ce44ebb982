import Form from 'antd/es/form'
import type { UsedVersion } from './form-values.ts'
import { VersionChoice } from './version-choice.tsx'

interface VersionFieldProps {
  value?: UsedVersion | null
  onChange?: (value: UsedVersion) => void
}

export function VersionField({ value = null, onChange }: VersionFieldProps) {
  const workflow = Form.useWatch<string | undefined>('workflow')
  if (value === null || value.workflow !== workflow || onChange === undefined) return null
  return <VersionChoice value={value} onChange={onChange} />
}

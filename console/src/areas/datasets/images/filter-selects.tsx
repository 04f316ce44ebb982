import type { Dataset } from '@vermilion/contract/datasets'
import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { type ImageFilter, itemStatuses } from '../search.ts'
import { text } from './text.ts'

interface StatusSelectProps {
  className?: string
  search: ImageFilter
  onChange: (changes: Partial<ImageFilter>) => void
}

export function StatusSelect({ className = '', search, onChange }: StatusSelectProps) {
  const t = useText(text)
  const clearButton = useClearButton()
  return (
    <Select<string[]>
      mode="multiple"
      allowClear={clearButton}
      maxTagCount="responsive"
      className={className}
      placeholder={t('allStatuses')}
      aria-label={t('status')}
      value={search.status?.split(',') ?? []}
      onChange={(statuses) => onChange({ status: statuses.length === 0 ? undefined : statuses.join(',') })}
      options={itemStatuses.map((status) => ({ value: status, label: t(status) }))}
    />
  )
}

export function LabelSelect({ className = '', dataset, search, onChange }: StatusSelectProps & { dataset: Dataset }) {
  const t = useText(text)
  const clearButton = useClearButton()
  return (
    <Select<string | null>
      allowClear={clearButton}
      showSearch={{ optionFilterProp: 'title' }}
      className={className}
      placeholder={t('anyLabel')}
      aria-label={t('label')}
      value={search.label ?? null}
      onChange={(label) => onChange({ label: label ?? undefined })}
      options={dataset.labels.map(({ id, name, colour }) => ({
        value: id,
        title: name,
        label: (
          <span className="inline-row gap-8 min-width-0">
            <i className="rigid width-10 height-10 radius-4" style={{ background: colour }} />
            {name}
          </span>
        ),
      }))}
    />
  )
}

import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import type { Dataset } from '@vermilion/contract/datasets'
import { useText } from '#lib/i18n.ts'
import type { ImageFilter } from '../search.ts'
import { useChips } from './filter-chips.ts'
import { text } from './text.ts'

interface FoundNoteProps {
  dataset: Dataset
  search: ImageFilter
  onClear: () => void
}

export function FilterNote({ dataset, search, onClear }: FoundNoteProps) {
  const t = useText(text)
  const chips = useChips(search, dataset)
  if (chips.length === 0) return null
  return (
    <span
      className="inline-row gap-2 text-secondary font-12 nowrap"
      role="note"
      title={chips.map(({ text: message }) => message).join(' · ')}
    >
      {t('onlyFound')}
      <button
        className="plain-button centered width-24 height-24"
        type="button"
        aria-label={t('showAll')}
        title={t('showAll')}
        onClick={onClear}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}

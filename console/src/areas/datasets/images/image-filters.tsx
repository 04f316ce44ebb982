import type { Dataset } from '@vermilion/contract/datasets'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { FilterButton } from '#ui/filter/filter-button.tsx'
import { SearchField } from '#ui/filter/search-field.tsx'
import type { ImageFilter } from '../search.ts'
import { LabelSelect, StatusSelect } from './filter-selects.tsx'
import styles from './images.module.css'
import { text } from './text.ts'
import { MyImages } from '../assignments/my-images.tsx'
import { FilterPanel } from './filter-panel.tsx'

interface ImageFiltersProps {
  dataset: Dataset
  search: ImageFilter
  set: number
  onChange: (changes: Partial<ImageFilter>) => void
}

export function ImageFilters({ dataset, search, set, onChange }: ImageFiltersProps) {
  const t = useText(text)
  return (
    <>
      <SearchField
        value={search.search}
        label={t('search')}
        width={220}
        onSearch={(message) => onChange({ search: message })}
      />
      <StatusSelect className={styles['statuses'] ?? ''} search={search} onChange={onChange} />
      <LabelSelect
        className={`${styles['labels']} min-width-150`}
        dataset={dataset}
        search={search}
        onChange={onChange}
      />
      <MyImages datasetId={dataset.id} search={search} onChange={onChange} />
      <FilterButton set={set}>
        <FilterPanel dataset={dataset} search={search} onChange={onChange} />
      </FilterButton>
    </>
  )
}

export function OverlaySwitch() {
  const t = useText(text)
  const { overlays, change } = useSystem()
  const message = t(overlays ? 'hideOverlays' : 'showOverlays')
  return (
    <Button
      icon={overlays ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
      aria-label={t('overlays')}
      aria-pressed={overlays}
      title={message}
      onClick={() => change({ overlays: !overlays })}
    />
  )
}

import Segmented from 'antd/es/segmented'
import { useText } from '#lib/i18n.ts'
import { SearchField } from '#ui/filter/search-field.tsx'
import { PictureField } from './picture-field.tsx'
import { type ImageSearchSearch, searchModes } from './search.ts'
import styles from './search.module.css'
import { text } from './text.ts'

interface QueryLineProps {
  search: ImageSearchSearch
  sending: boolean
  onFile: (file: File | undefined) => void
  onChange: (changes: Partial<ImageSearchSearch>) => void
}

export function QueryLine({ search, sending, onFile, onChange }: QueryLineProps) {
  const t = useText(text)
  const { mode = 'full' } = search
  return (
    <>
      <Segmented
        aria-label={t('mode')}
        value={mode}
        onChange={(next) => onChange({ mode: next === 'full' ? undefined : next })}
        options={searchModes.map((value) => ({ value, label: t(value) }))}
      />
      {mode !== 'image' && (
        <span className={styles['words']}>
          <SearchField
            value={search.words}
            label={t('words')}
            name={t('wordsName')}
            hint={t('operators')}
            width={300}
            onSearch={(words) => onChange({ words })}
          />
        </span>
      )}
      {mode !== 'text' && <PictureField search={search} sending={sending} onFile={onFile} onChange={onChange} />}
    </>
  )
}

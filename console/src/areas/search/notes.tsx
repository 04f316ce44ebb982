import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { State } from '#ui/feedback/states.tsx'
import { hasPicture, isByLikeness, isSearching, type ImageSearchSearch } from './search.ts'
import styles from './search.module.css'
import { text } from './text.ts'
import type { useIndex } from './use-index.ts'
import type { Results } from './use-results.ts'

type Index = ReturnType<typeof useIndex>

interface NotesProps {
  search: ImageSearchSearch
  results: Results
  index: Index
}

/** How many results there are, and what they cannot be complete of. */
export function ResultNotes({ search, results, index }: NotesProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  if (!isSearching(search)) return null
  const { total, isCapped, notIndexed } = results
  const { index: state, build } = index
  const isBuilding = state?.isBuilding === true
  const byWordsAlone = !hasPicture(search) && state?.embedder.embedsText === false
  const byLikeness = isByLikeness(search, state)
  return (
    <div className={styles['where']}>
      <b aria-live="polite">{total !== undefined && t(isCapped ? 'capped' : 'count', { count: total })}</b>
      {byWordsAlone && (
        <span>
          {t('textNote')} <Link to="/settings/assist-models">{t('getEmbedder')}</Link>
        </span>
      )}
      {byLikeness && notIndexed > 0 && !isBuilding && (
        <span>
          {t('lacking', { count: notIndexed })}{' '}
          <Button size="small" type="link" onClick={() => build(search.spaces?.split(',') ?? [])}>
            {t('build')}
          </Button>
        </span>
      )}
      {isBuilding && (
        <span>
          {t('buildingNote', {
            indexed: formatNumber(state.indexed, language),
            images: formatNumber(state.images, language),
          })}
        </span>
      )}
    </div>
  )
}

interface EmptySearchProps extends NotesProps {
  onChange: (part: Partial<ImageSearchSearch>) => void
}

const emptyWords = { full: 'emptyWords', text: 'emptyTextWords', image: 'emptyImage' } as const
/** Where words find what pictures show. */
const emptyMeaning = { full: 'emptyMeaning', text: 'emptyTextMeaning', image: 'emptyImage' } as const

/** Why no image is shown, and what changes that. */
export function EmptySearch({ search, index, onChange }: EmptySearchProps) {
  const t = useText(text)
  const { index: state, build } = index
  const isTextOnly = search.mode === 'text' && state?.embedder.embedsText !== true
  const needsIndex = !isTextOnly && state !== undefined && state.indexed === 0 && !state.isBuilding
  if (needsIndex && (isByLikeness(search, state) || !isSearching(search)))
    return (
      <State title={t('noIndex')} words={t('noIndexWords')}>
        <Button type="primary" disabled={state.spaces.length === 0} onClick={() => build()}>
          {t('build')}
        </Button>
      </State>
    )
  // Until it is known, neither is said.
  if (!isSearching(search) && state === undefined && index.query.error === null) return null
  const words = state?.embedder.embedsText === true ? emptyMeaning : emptyWords
  if (!isSearching(search)) return <State title={t('emptyTitle')} words={t(words[search.mode ?? 'full'])} />
  const isNarrow = search.spaces !== undefined || search.datasets !== undefined
  return (
    <State title={t('noMatch')} words={t(hasPicture(search) ? 'noMatchWords' : 'noMatchTerms')}>
      {isNarrow && (
        <Button onClick={() => onChange({ spaces: undefined, datasets: undefined })}>{t('searchEverywhere')}</Button>
      )}
      {(search.threshold ?? 0) > 0 && (
        <Button onClick={() => onChange({ threshold: undefined })}>{t('anyLikeness')}</Button>
      )}
    </State>
  )
}

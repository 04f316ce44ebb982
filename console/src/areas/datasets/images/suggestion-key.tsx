import type { ListedItem } from '@vermilion/contract/datasets/items'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import { useText } from '#lib/i18n.ts'
import type { IndexedList } from '#ui/windowing/indexed-list.ts'
import styles from './images.module.css'
import { text } from './text.ts'

/** The number of loaded images that are checked for suggestions. */
const maxInspected = 200

export function SuggestionKey({ list }: { list: IndexedList<ListedItem> }) {
  const t = useText(text)
  const images = Array.from({ length: Math.min(list.count, maxInspected) }, (_, index) => list.at(index))
  if (!images.some((item) => item?.shapes?.some(isSuggestion))) return null
  return (
    <p className={`${styles['suggestionKey']} row gap-6 margin-0-0-10 text-secondary font-12`}>
      <i className="rigid width-16 height-12" aria-hidden />
      {t('suggestionKey')}
    </p>
  )
}

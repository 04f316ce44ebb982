import type { SearchIndex } from '@vermilion/contract/image-search'
import Button from 'antd/es/button'
import { formatNumber, formatRelative } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { useNow } from '#ui/moment.tsx'
import { text } from './text.ts'

interface IndexButtonProps {
  /** Undefined until it is read. */
  index: SearchIndex | undefined
  onOpen: () => void
}

/** Opens the index; pointed at, it says how far the index is and of when. */
export function IndexButton({ index, onOpen }: IndexButtonProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const now = useNow(index !== undefined)
  const count = (images: number) => formatNumber(images, language)
  const state = index && [
    t('indexedImages', { indexed: count(index.indexed), images: count(index.images) }),
    ...(index.updatedAt === null ? [] : [`${t('updated')}: ${formatRelative(index.updatedAt, language, now)}`]),
  ]
  return (
    <Button title={state?.join(' · ')} onClick={onOpen}>
      {t('index')}
    </Button>
  )
}

import type { SearchIndex } from '@vermilion/contract/image-search'
import Button from 'antd/es/button'
import { formatNumber, formatTime } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { text } from './text.ts'

interface IndexButtonProps {
  index: SearchIndex | undefined
  onOpen: () => void
}

export function IndexButton({ index, onOpen }: IndexButtonProps) {
  const t = useText(text)
  const { lang, zone } = useSystem()
  const count = (images: number) => formatNumber(images, lang)
  const state = index && [
    t('indexedImages', { indexed: count(index.indexed), images: count(index.images) }),
    ...(index.updatedAt === null ? [] : [`${t('updated')}: ${formatTime(index.updatedAt, zone)}`]),
  ]
  return (
    <Button title={state?.join(' · ')} onClick={onOpen}>
      {t('index')}
    </Button>
  )
}

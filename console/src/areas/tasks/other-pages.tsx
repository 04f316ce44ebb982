import { useText } from '#lib/i18n.ts'
import { HeadingLinks } from '#ui/list/heading-links.tsx'
import { text } from './text.ts'

export function OtherPages() {
  const t = useText(text)
  return (
    <HeadingLinks
      label={t('moreOfTasks')}
      links={[
        { key: 'board', words: t('runOnBoard'), to: '/model/list', search: { board: true } },
        { key: 'images', words: t('images'), to: '/compute/images' },
        { key: 'pools', words: t('pools'), to: '/compute/pools' },
      ]}
    />
  )
}

import { useText } from '#lib/i18n.ts'
import { useIsOrderedByChange } from '../list/list-address.ts'
import { Ago } from '../moment.tsx'
import { cardText } from './card-text.ts'

interface CardTimeProps {
  createdAt: string
  updatedAt?: string
}

/** The time that cards are sorted by: the creation, unless the order is by change. */
export function CardTime({ createdAt, updatedAt }: CardTimeProps) {
  const t = useText(cardText)
  const isByChange = useIsOrderedByChange() && updatedAt !== undefined
  return (
    <span>
      {t(isByChange ? 'updated' : 'created')} <Ago time={isByChange ? updatedAt : createdAt} />
    </span>
  )
}

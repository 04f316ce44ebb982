import { annotationEndpoints, presenceTimes } from '@vermilion/contract/annotation'
import { useQuery } from '@tanstack/react-query'
import Tooltip from 'antd/es/tooltip'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { session } from '#lib/api.ts'
import { leaveSeat, sitAt } from '../sync/seat.ts'
import styles from './present-users.module.css'
import { presentUsersText } from './present-users-text.ts'
import { Avatar } from '#ui/person/avatar.tsx'

const maxUsers = 3

export function PresentUsers({ itemId }: { itemId: string }) {
  const t = useText(presentUsersText)
  const { data, refetch } = useQuery({
    queryKey: [annotationEndpoints.reportPresence.path, { params: { itemId } }],
    queryFn: () => sitAt(itemId),
    staleTime: 0,
    refetchInterval: presenceTimes.beat * 1000,
    retry: false,
  })
  useEffect(() => {
    const leave = () => void (session.token() !== null && leaveSeat(itemId))
    // The back/forward cache may restore this page as it was.
    const refetchRestored = ({ persisted }: PageTransitionEvent) => void (persisted && refetch())
    addEventListener('pagehide', leave)
    addEventListener('pageshow', refetchRestored)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', refetchRestored)
      leave()
    }
  }, [itemId, refetch])
  const others = data?.others ?? []
  if (others.length === 0) return null
  const visibleUsers = others.slice(0, others.length > maxUsers ? maxUsers - 1 : maxUsers)
  const names = others.map(({ username }) => username).join(t('comma'))
  return (
    <Tooltip title={t('others', { names })}>
      <ul className={`${styles['others']} flex rigid`} aria-label={t('others', { names })}>
        {visibleUsers.map(({ seatId, username }) => (
          <li className="centered height-26 pill text-ink font-11 weight-600 line-height-1" key={seatId}>
            <Avatar username={username} size={22} />
          </li>
        ))}
        {others.length > visibleUsers.length && (
          <li className="centered height-26 pill text-ink font-11 weight-600 line-height-1">{`+${others.length - visibleUsers.length}`}</li>
        )}
      </ul>
    </Tooltip>
  )
}

import { accountEndpoints } from '@vermilion/contract/accounts'
import type { Notice } from '@vermilion/contract/datasets/notices'
import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Ago } from '#ui/moment.tsx'
import { myFilter } from '../assignments/my-filter.ts'
import styles from './notices.module.css'
import { text } from './text.ts'
import { useNotices } from './use-notices.ts'

const maxShown = 10

export interface NoticePanelProps {
  onVisit: () => void
}

export function NoticePanel({ onVisit }: NoticePanelProps) {
  const t = useText(text)
  const heading = useId()
  const me = useQuery(read(accountEndpoints.me, {})).data?.username ?? ''
  const { items, problem, retry } = useNotices()
  if (items?.length === 0) return null
  return (
    <section className={`${styles['notices']} border-top`} aria-labelledby={heading}>
      <h3 className="hint weight-500" style={{ marginBottom: 2 }} id={heading}>
        {t('title')}
      </h3>
      {items === undefined && problem === null && <Bone height={40} />}
      {items === undefined && problem !== null && (
        <ProblemState problem={problem} failure={t('failed')} onRetry={retry} />
      )}
      {items !== undefined && (
        <ul aria-label={t('title')}>
          {items.slice(0, maxShown).map((notice) => (
            <li
              className="grid columns-1-auto gap-2-12 padding-8-0 break-anywhere"
              key={notice.id}
              data-new={notice.seen ? undefined : true}
            >
              <Link {...linkOf(notice, me)} onClick={onVisit}>
                {wordsOf(notice, t)}
                {!notice.seen && <small className="note"> · {t('new')}</small>}
              </Link>
              <small className="note">
                <Ago time={notice.createdAt} />
              </small>
              <small className="note">
                {notice.datasetName}
                {notice.note !== '' && ` · ${t('note', { note: notice.note })}`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function wordsOf({ kind, by, images }: Notice, t: ReturnType<typeof useText<typeof text.en>>): string {
  if (images !== null) return t(kind, { by, count: images })
  return t(kind === 'to-review' ? 'to-review-all' : 'to-label-all', { by })
}

/** A notice of one image links to the studio, one of several to the list of waiting images. */
function linkOf({ kind, datasetId: id, itemId }: Notice, me: string) {
  if (itemId !== null) return linkOptions({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id, itemId } })
  const search =
    kind === 'rejected' ? { status: 'rejected' } : myFilter(kind === 'to-review' ? 'toReview' : 'toLabel', me)
  return linkOptions({ to: '/data-set/list/file/$id', params: { id }, search })
}

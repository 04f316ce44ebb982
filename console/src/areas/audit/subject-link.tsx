import type { AuditSubject } from '@vermilion/contract/accounts/audit-subjects'
import { Link, linkOptions } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { subjectText } from './subject-text.ts'

function pageOf({ kind, id, name, within }: AuditSubject) {
  switch (kind) {
    case 'space':
      return linkOptions({ to: '/space/list/file/$id', params: { id } })
    case 'dataset':
      return linkOptions({ to: '/data-set/list/file/$id', params: { id } })
    case 'version':
      return within === null
        ? undefined
        : linkOptions({ to: '/data-set/list/file/$id', params: { id: within }, search: { tab: 'versions' } })
    case 'task':
      return linkOptions({ to: '/compute/taskdetail/$id', params: { id } })
    case 'model':
      return linkOptions({ to: '/model/list/model/$id', params: { id } })
    case 'device':
      return linkOptions({ to: '/board/list/device/$id', params: { id } })
    case 'rollout':
      return linkOptions({ to: '/board/rollouts/rollout/$id', params: { id } })
    case 'artifact':
      return linkOptions({ to: '/board/artifacts', search: { search: name ?? undefined } })
    case 'generation':
      return within === null
        ? undefined
        : linkOptions({
            to: '/space/list/file/$id/generations/$generationId',
            params: { id: within, generationId: id },
          })
    case 'evaluation':
      return within === null
        ? undefined
        : linkOptions({
            to: '/space/list/file/$id/evaluations/$evaluationId',
            params: { id: within, evaluationId: id },
          })
    case 'pool':
      return linkOptions({ to: '/compute/pools' })
    case 'training-image':
      return linkOptions({ to: '/compute/images' })
    case 'service':
      return linkOptions({ to: '/settings/services' })
    case 'account':
      return linkOptions({ to: '/settings/accounts' })
    case 'access-token':
      return linkOptions({ to: '/settings/account' })
    default:
      return undefined
  }
}

const idLetters = 8

export function SubjectLink({ subject }: { subject: AuditSubject }) {
  const t = useText(subjectText)
  const { id, name, isThere } = subject
  const label = name !== null ? visibleName(name) : t('nameless', { id: id.slice(0, idLetters) })
  if (!isThere)
    return (
      <span className="text-secondary" title={id}>
        <s>{label}</s> <Tag>{t('gone')}</Tag>
      </span>
    )
  const page = pageOf(subject)
  if (page === undefined) return <span title={id}>{label}</span>
  return (
    <Link {...page} title={label} onClick={(event) => event.stopPropagation()}>
      {label}
    </Link>
  )
}

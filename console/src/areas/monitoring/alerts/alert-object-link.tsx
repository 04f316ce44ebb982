import type { AlertObject } from '@vermilion/contract/monitoring/alerts'
import { Link, linkOptions } from '@tanstack/react-router'

/** Where more is told of what an alert is about. */
function linkOf({ kind, id }: AlertObject) {
  switch (kind) {
    case 'task':
      return linkOptions({ to: '/compute/taskdetail/$id', params: { id } })
    case 'device':
      return linkOptions({ to: '/board/list/device/$id', params: { id } })
    case 'host':
      return linkOptions({ to: '/resource', search: { host: id } })
    case 'accelerator':
      return linkOptions({ to: '/resource', search: { tab: 'allocation' } })
    case 'access-token':
      return linkOptions({ to: '/settings/account' })
  }
}

export function AlertObjectLink({ object, onVisit }: { object: AlertObject; onVisit?: (() => void) | undefined }) {
  return (
    <Link {...linkOf(object)} {...(onVisit === undefined ? {} : { onClick: onVisit })}>
      {object.name}
    </Link>
  )
}

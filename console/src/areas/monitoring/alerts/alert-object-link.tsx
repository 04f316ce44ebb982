import type { AlertObject } from '@vermilion/contract/monitoring/alerts'
import { healthCheckIds, healthCheckOffer } from '@vermilion/contract/monitoring/health-checks'
import { Link, linkOptions } from '@tanstack/react-router'
import { localize } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'

function linkOf({ kind, id }: AlertObject) {
  switch (kind) {
    case 'task':
      return linkOptions({ to: '/compute/taskdetail/$id', params: { id } })
    case 'device':
      return linkOptions({ to: '/board/list/device/$id', params: { id } })
    case 'host':
      return linkOptions({ to: '/resource', search: { host: id } })
    case 'accelerator':
    case 'pool':
      return linkOptions({ to: '/resource', search: { tab: 'allocation' } })
    case 'access-token':
      return linkOptions({ to: '/settings/account' })
    case 'health-check':
      return linkOptions({ to: '/settings/health' })
  }
}

export function AlertObjectLink({ object, onVisit }: { object: AlertObject; onVisit?: (() => void) | undefined }) {
  const language = useSystem((system) => system.lang)
  const check = object.kind === 'health-check' ? healthCheckIds.find((one) => one === object.id) : undefined
  const name = check === undefined ? visibleName(object.name) : localize(healthCheckOffer(check).title, language)
  return (
    <Link title={name} {...linkOf(object)} {...(onVisit === undefined ? {} : { onClick: onVisit })}>
      {name}
    </Link>
  )
}

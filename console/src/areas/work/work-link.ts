import type { Work } from '@vermilion/contract/kernel/work'
import { linkOptions } from '@tanstack/react-router'

export function linkOf(leadsTo: NonNullable<Work['leadsTo']>) {
  const { id } = leadsTo
  switch (leadsTo.page) {
    case 'space':
      return linkOptions({ to: '/space/list/file/$id', params: { id } })
    case 'generation':
      return linkOptions({
        to: '/space/list/file/$id/generations/$generationId',
        params: { id: leadsTo.spaceId, generationId: id },
      })
    case 'evaluation':
      return linkOptions({
        to: '/space/list/file/$id/evaluations/$evaluationId',
        params: { id: leadsTo.spaceId, evaluationId: id },
      })
    case 'dataset':
      return linkOptions({ to: '/data-set/list/file/$id', params: { id } })
    case 'task':
      return linkOptions({ to: '/compute/taskdetail/$id', params: { id } })
    case 'device':
      return linkOptions({ to: '/board/list/device/$id', params: { id } })
    case 'device-command':
      return linkOptions({ to: '/board/list/command/$id', params: { id } })
    case 'models':
      return linkOptions({ to: '/model/list/model/$id', params: { id } })
  }
}
